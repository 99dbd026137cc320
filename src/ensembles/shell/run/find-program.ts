import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { locateCommand, searchPathIn } from '../../process/locate-command.ts';
import type { LoginPath } from '../../process/login-path.ts';
import { programEnvironment } from '../../process/program-environment.ts';
import type { Launch } from '../../process/start-process.ts';
import type { Command } from '../command/command.ts';
import { programName } from '../command/program-name.ts';
import { refuseWithoutInterpreter, whyNotFound } from './why-no-start.ts';

export interface LaunchOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly loginPath: LoginPath;
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Keeps programs from waiting for input, or for the next page. */
const unattended = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/**
 * A folder of any name can be a repository, come with another one, and say what git runs, even for `git status`.
 * https://git-scm.com/docs/git-config#Documentation/git-config.txt-safebareRepository
 */
const noRepositoryWithin = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.bareRepository',
  GIT_CONFIG_VALUE_0: 'explicit',
};

export async function findLaunch(
  command: Command,
  cwd: string,
  options: LaunchOptions,
): Promise<Omit<Launch, 'cwd'>> {
  const env = programEnvironment(options.environment, {
    ...unattended,
    ...(isGit(command) && noRepositoryWithin),
    ...options.variables,
  });
  if (command.kind === 'line') {
    const searchPath = { [searchPathIn(env).name]: await joinedPath(env, options) };
    return { ...shellLaunch(command.line, options), env: { ...env, ...searchPath } };
  }
  const loginPath = () => joinedPath(env, options);
  const found = await locateCommand(command.program, { environment: env, cwd, loginPath });
  if (found === undefined) throw await whyNotFound(command, cwd);
  await refuseWithoutInterpreter(command.program, found.file, cwd);
  return { file: found.file, args: command.args, env: { ...env, ...found.path } };
}

/** Whether `findLaunch` would find the bare name. */
export async function isOnPath(program: string, cwd: string, options: LaunchOptions): Promise<boolean> {
  const { environment } = options;
  const loginPath = () => joinedPath(environment, options);
  return (await locateCommand(program, { environment, cwd, loginPath })) !== undefined;
}

/** Other programs may work with repositories of that kind, such as their own tests. */
function isGit(command: Command): boolean {
  return command.kind === 'program' && programName(command.program) === 'git';
}

/** An editor that wasn't started from a terminal lacks what the login shell adds. */
async function joinedPath(
  environment: LaunchOptions['environment'],
  { loginPath }: LaunchOptions,
): Promise<string> {
  const own = searchPathIn(environment).value;
  const login = (await loginPath()) ?? '';
  return [...new Set([own, login].flatMap(each => each.split(path.delimiter)).filter(Boolean))].join(
    path.delimiter,
  );
}

function shellLaunch(
  line: string,
  { environment }: LaunchOptions,
): Pick<Launch, 'file' | 'args' | 'isVerbatim'> {
  if (process.platform !== 'win32') return { file: '/bin/sh', args: ['-c', '--', line] };
  const root = environment.SYSTEMROOT ?? environment.SystemRoot ?? 'C:\\Windows';
  const file = path.win32.join(root, 'System32', 'cmd.exe');
  return { file, args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

export async function realProgram(
  program: string,
  cwd: string,
  { environment }: Pick<LaunchOptions, 'environment'>,
): Promise<string | undefined> {
  const found = await locateCommand(program, { environment, cwd, loginPath: async () => undefined });
  return found && (await realpath(found.file).catch(() => undefined));
}
