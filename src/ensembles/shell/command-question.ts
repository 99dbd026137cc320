import { stopWith } from '../../converser/ground/async/abort.ts';
import type { Preview, PreviewNote, Subject } from '../../converser/words/ensemble/invoker.ts';
import { absolutePath } from '../../converser/words/workspace/paths.ts';
import type { Command } from './command/command.ts';
import { commandLines, commandText } from './command/command-text.ts';
import { commandSubject } from './rules/command-subject.ts';
import { namedPlace } from './rules/named-place.ts';
import { unknownArgument } from './rules/unknown-word.ts';
import { programVersion } from './run/program-version.ts';
import { isPath, whyNoProgram } from './run/why-no-start.ts';
import { folderNames, locateFolder } from './run/working-folder.ts';
import type { Access } from './sandbox/access.ts';
import type { SandboxPlan } from './sandbox/sandbox.ts';
import type { Shell } from './shell.ts';

export interface CommandPlace {
  readonly cwd: string | undefined;
  readonly access: Access;
}

/** Without a sandbox, all commands reach the same. */
export function accessOf({ sandbox }: Pick<Shell, 'sandbox'>, wanted: Access = 'workspace'): Access {
  return sandbox.isOn() ? wanted : 'workspace';
}

export async function subjectOf(
  shell: Pick<Shell, 'workspace' | 'realProgram'>,
  command: Command,
  { cwd, access }: CommandPlace,
): Promise<Subject> {
  const about = { access, cwd, folders: folderNames(shell.workspace, cwd) };
  if (command.kind === 'line') return commandSubject(command, about);
  const { program } = command;
  const folder = absolutePath(locateFolder(shell.workspace, cwd));
  const realName = await shell.realProgram(program, folder);
  const { roots } = shell.workspace;
  const version = await programVersion(program, { cwd: folder, real: realName, roots });
  return commandSubject(command, { ...about, realName, version });
}

export function whyNamed(command: Command, { cwd, access }: CommandPlace): string | undefined {
  if (access === 'network') return 'It asks for the network, which commands have only where a rule says so.';
  if (access === 'full') return 'It asks to run outside of the sandbox.';
  if (command.kind === 'line') return 'A line for the shell can run any program.';
  const option = unknownArgument(command.program, command.args);
  return option === undefined
    ? namedPlace({ ...command, cwd })
    : `With ${JSON.stringify(option)}, this command may run other programs or write files elsewhere.`;
}

/** Only bare names are certain: whether there is a file at a path is told by whoever may read there. */
export async function refuseUnfound(
  shell: Pick<Shell, 'workspace' | 'isOnPath' | 'clock'>,
  command: Command,
  { cwd, signal }: { readonly cwd: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  if (command.kind === 'line' || isPath(command.program)) return;
  const folder = absolutePath(locateFolder(shell.workspace, cwd));
  const looking = () => shell.isOnPath(command.program, folder).catch(() => true);
  if (!(await inTime(looking, { clock: shell.clock, signal }, true))) throw whyNoProgram(command, folder);
}

const mostForeseen = 6;

export interface PreviewOptions extends CommandPlace {
  readonly signal: AbortSignal;
  readonly given?: readonly string[];
}

/** Hides secrets, and shows all that bears on whether it may run. */
export async function previewOf(
  shell: Pick<Shell, 'workspace' | 'foresee' | 'clock' | 'sandbox' | 'hide'>,
  written: Command,
  { cwd, access, signal, given = [] }: PreviewOptions,
): Promise<Preview> {
  const command = withoutSecrets(written, shell.hide);
  const folder = absolutePath(locateFolder(shell.workspace, cwd));
  const lost = await foreseen(shell, signal);
  const losses = lost.slice(0, mostForeseen).map(line => `Undo can’t bring back: ${line}`);
  const more = lost.length > mostForeseen ? [`… and ${lost.length - mostForeseen} more`] : [];
  const [named] = folderNames(shell.workspace, cwd);
  const place = named === '.' || named === undefined ? folder : named;
  const short = commandText(command);
  return {
    title: short.length <= longestTitle ? `Run ${short}?` : 'Run this command?',
    diff: [...commandLines(command), ...given].join('\n'),
    notes: [
      { kind: 'place', text: `In ${place}` },
      reachNote(await shell.sandbox.plan(access), access),
      ...[...losses, ...more].map(text => ({ kind: 'loss', text }) as const),
    ],
  };
}

/** In characters. The whole command stands below the title. */
const longestTitle = 50;

function withoutSecrets(command: Command, hide: Shell['hide']): Command {
  if (command.kind === 'line') return { ...command, line: hide(command.line) };
  return { ...command, args: command.args.map(hide) };
}

function reachNote(plan: SandboxPlan, access: Access): PreviewNote {
  switch (plan.kind) {
    case 'refused':
      return { kind: 'danger', text: `Won’t run: ${plan.why}` };
    case 'sandboxed':
      return { kind: 'safe', text: `Sandboxed, ${plan.hasNetwork ? 'with the network' : 'without network'}` };
    default: {
      const why = access === 'full' || plan.why === undefined ? '' : `; ${plan.why}`;
      return { kind: 'danger', text: `Not sandboxed: it can do whatever you can${why}` };
    }
  }
}

/** In milliseconds. After that, the question comes but says less. */
const patience = 500;

async function foreseen(
  { foresee, clock }: Pick<Shell, 'foresee' | 'clock'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const foreseeing = (over: AbortSignal) => foresee(over).catch(() => []);
  return inTime(foreseeing, { clock, signal }, []);
}

async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { clock, signal }: Pick<Shell, 'clock'> & { readonly signal: AbortSignal },
  otherwise: T,
): Promise<T> {
  const { controller: over, release } = stopWith(signal);
  const late = clock.sleep(patience, over.signal).then(() => otherwise);
  const found = await Promise.race([work(over.signal), late]);
  over.abort('answered');
  release();
  return found;
}
