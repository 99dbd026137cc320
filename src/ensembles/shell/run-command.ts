import { type Context, fullName, type Returned, type Subject } from '../../converser/ensemble/invoker.ts';
import { defineTool, type Tool } from '../tool/define-tool.ts';
import { adaptCommand } from './command/adapt-command.ts';
import { type Command, readCommand, type WrittenCommand } from './command/command.ts';
import { commandLines, commandText } from './command/command-text.ts';
import { resultOf } from './command-result.ts';
import { ownCommands } from './own-commands.ts';
import { commandSubject } from './rules/command-subject.ts';
import { riskyArgument } from './rules/risky-options.ts';
import { locateFolder } from './run/working-folder.ts';
import type { Shell, StartedCommand } from './shell.ts';

/** Seconds. */
const ordinaryTimeout = 120;

export function runCommand(shell: Shell): Tool {
  return defineTool({
    name: 'run_command',
    description:
      'Runs a program in the workspace and returns its output and exit code. Give program and args: no shell is involved, each argument is passed as it is. Use line only for what needs a shell (pipes, redirection, &&); the user is asked about each line.',
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    deduplication: 'none',
    recordsChanges: true,
    adapt: adaptCommand,
    arguments: {
      type: 'object',
      properties: {
        program: { type: 'string', description: 'A program on the PATH, or its path.' },
        args: { type: 'array', items: { type: 'string' }, maxItems: 1_000 },
        line: {
          type: 'string',
          description: 'Instead of program and args: a line for /bin/sh, or cmd.exe on Windows.',
        },
        cwd: { type: 'string', description: 'Folder to run in. Default: the first workspace folder.' },
        timeout: {
          type: 'number',
          exclusiveMinimum: 0,
          maximum: 86_400,
          description: `Seconds. Default: ${ordinaryTimeout}; with background: none.`,
        },
        background: {
          type: 'boolean',
          description:
            'Return at once, with an id for read_output and stop_process. For servers and watchers.',
        },
      },
      additionalProperties: false,
    },
    subject: args => subjectOf(shell, args),
    mustBeNamed: args => whyNamed(readCommand(args)),
    preview: async args => previewOf(shell, readCommand(args), args.cwd),
    async invoke(args, context) {
      const command = readCommand(args);
      const started = await shell.start({
        command,
        cwd: args.cwd,
        isBackground: args.background === true,
        limit: limitOf(args, context),
        onText: progressOf(context),
        watch: watchOf(context),
      });
      ownCommands(context).add(started.id);
      return args.background === true
        ? inBackground(started, shell, context)
        : inForeground(started, context);
    },
  });
}

async function subjectOf(shell: Shell, args: WrittenCommand): Promise<Subject> {
  const command = readCommand(args);
  const realName = command.kind === 'program' ? await shell.realProgram(command.program) : undefined;
  return commandSubject(command, { read: shell.readPattern, realName });
}

function whyNamed(command: Command): string | undefined {
  if (command.kind === 'line') return 'A line for the shell can run any program.';
  const option = riskyArgument(command.program, command.args);
  return option === undefined
    ? undefined
    : `With ${JSON.stringify(option)}, this command may run other programs or write files elsewhere.`;
}

function previewOf(shell: Shell, command: Command, cwd: string | undefined) {
  const { root, path } = locateFolder(shell.workspace, cwd);
  const folder = path === '' ? root.path : `${root.path}/${path}`;
  const lines = [...commandLines(command), ` in ${folder}`, ' not sandboxed: it may do whatever you may'];
  const short = commandText(command);
  const title = short.length <= 120 ? `Run ${short}?` : 'Run this command?';
  return { title, diff: lines.join('\n') };
}

function watchOf({ changes, invoker, signal }: Context) {
  return changes && (() => changes.watch({ tool: fullName(invoker), signal }));
}

/** Milliseconds. It ends before the call does, so that the output until then is not lost. */
function limitOf(
  { timeout, background }: { readonly timeout?: number; readonly background?: boolean },
  { invoker }: Context,
): number | undefined {
  if (background === true) return timeout === undefined ? undefined : timeout * 1000;
  const most = (invoker.totalTimeLimit ?? Number.POSITIVE_INFINITY) - beforeLimit;
  return Math.max(1, Math.min((timeout ?? ordinaryTimeout) * 1000, most));
}

/** Milliseconds for a command to end that ran out of time. */
const beforeLimit = 2_000;

/** The last line says how far it is. */
function progressOf({ progress }: Context): (text: string) => void {
  return text => {
    const last = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
    if (last !== '') progress(last.slice(0, 200));
  };
}

async function inForeground(started: StartedCommand, { signal }: Context): Promise<Returned> {
  const { running } = started;
  const stop = () => void running.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const end = await running.ended;
  signal.removeEventListener('abort', stop);
  return resultOf(started, end);
}

/** Milliseconds in which a command that can't work usually says so. */
const firstWords = 300;

async function inBackground(started: StartedCommand, shell: Shell, { signal }: Context): Promise<Returned> {
  const { id, running } = started;
  const over = new AbortController();
  const stop = () => over.abort();
  signal.addEventListener('abort', stop, { once: true });
  void running.ended.then(stop);
  await shell.clock.sleep(firstWords, over.signal);
  signal.removeEventListener('abort', stop);
  if (running.end !== undefined) return resultOf(started, running.end);
  await running.flush();
  const soFar = running.output.shown().trimEnd();
  return `Running in the background as ${id}.${soFar === '' ? '' : `\n${soFar}`}`;
}
