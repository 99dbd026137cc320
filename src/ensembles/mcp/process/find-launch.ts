import { stat } from 'node:fs/promises';
import path from 'node:path';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { locateCommand } from '../../process/locate-command.ts';
import type { LoginPath } from '../../process/login-path.ts';
import { programEnvironment } from '../../process/program-environment.ts';
import type { Launch } from '../../process/start-process.ts';
import type { StdioServer } from '../definition/server-definition.ts';

export interface FindLaunchOptions {
  readonly name: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  readonly loginPath: LoginPath;
}

export async function findLaunch(
  { command, args, env, cwd }: StdioServer,
  { name, environment, folder, loginPath }: FindLaunchOptions,
): Promise<Launch> {
  const variables = programEnvironment(environment, env);
  const start = path.resolve(folder ?? environment.HOME ?? path.sep, cwd ?? '');
  // Node's own error would blame the program.
  if (!(await isFolder(start)))
    throw serverErrors.serverUnavailable(name, `Its working folder doesn’t exist: ${start}`);
  const found = await locateCommand(command, { environment: variables, cwd: start, loginPath });
  if (found === undefined) throw serverErrors.commandNotFound(command, remedyFor(command));
  return { file: found.file, args, env: { ...variables, ...found.path }, cwd: start };
}

async function isFolder(place: string): Promise<boolean> {
  const found = await stat(place).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

function remedyFor(command: string): string {
  switch (path.basename(command).replace(/\.(cmd|exe|ps1)$/i, '')) {
    case 'node':
    case 'npm':
    case 'npx':
      return 'Install Node.js from https://nodejs.org';
    case 'uv':
    case 'uvx':
      return 'Install uv from https://docs.astral.sh/uv';
    case 'docker':
      return 'Install Docker';
    default:
      return 'Install it';
  }
}
