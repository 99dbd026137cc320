import { stopWith } from '../../converser/async/linked-abort.ts';
import type { Preview, Subject } from '../../converser/ensemble/invoker.ts';
import { absolutePath } from '../../converser/workspace/paths.ts';
import type { Command } from './command/command.ts';
import { commandLines, commandText } from './command/command-text.ts';
import { commandSubject } from './rules/command-subject.ts';
import { riskyArgument } from './rules/risky-options.ts';
import { locateFolder } from './run/working-folder.ts';
import type { Shell } from './shell.ts';

export interface CommandPlace {
  /** Where it runs, as it was written. */
  readonly cwd: string | undefined;
}

/** What the rules about commands make of one. */
export async function subjectOf(
  shell: Pick<Shell, 'workspace' | 'realProgram' | 'readPattern'>,
  command: Command,
  { cwd }: CommandPlace,
): Promise<Subject> {
  const folder = absolutePath(locateFolder(shell.workspace, cwd));
  const realName = command.kind === 'program' ? await shell.realProgram(command.program, folder) : undefined;
  return commandSubject(command, { read: shell.readPattern, realName });
}

/** Why only a rule that names this command lets it run unasked. */
export function whyNamed(command: Command): string | undefined {
  if (command.kind === 'line') return 'A line for the shell can run any program.';
  const option = riskyArgument(command.program, command.args);
  return option === undefined
    ? undefined
    : `With ${JSON.stringify(option)}, this command may run other programs or write files elsewhere.`;
}

const mostForeseen = 6;

/** The command as it is, and all that bears on whether it may run. */
export async function previewOf(
  shell: Pick<Shell, 'workspace' | 'foresee' | 'clock'>,
  command: Command,
  { cwd, signal }: CommandPlace & { readonly signal: AbortSignal },
): Promise<Preview> {
  const folder = absolutePath(locateFolder(shell.workspace, cwd));
  const lost = await foreseen(shell, signal);
  const losses = lost.slice(0, mostForeseen).map(line => ` undo can’t bring back: ${line}`);
  const more = lost.length > mostForeseen ? [` … and ${lost.length - mostForeseen} more`] : [];
  const lines = [` in ${folder}`, ' not sandboxed: it can do whatever you can', ...losses, ...more];
  const short = commandText(command);
  const title = short.length <= 120 ? `Run ${short}?` : 'Run this command?';
  return { title, diff: [...commandLines(command), ...lines].join('\n') };
}

/** Milliseconds. A question comes in time, though it says less. */
const patience = 500;

async function foreseen(
  { foresee, clock }: Pick<Shell, 'foresee' | 'clock'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { controller: over, release } = stopWith(signal);
  const late = clock.sleep(patience, over.signal).then(() => []);
  const lost = await Promise.race([foresee(over.signal).catch(() => []), late]);
  over.abort('answered');
  release();
  return lost;
}
