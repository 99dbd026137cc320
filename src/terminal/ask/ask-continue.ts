import { askLines, isYes } from './ask-lines.ts';
import { findTerminal, type Terminal } from './terminal.ts';

/** Without a terminal, a turn that has used all its rounds may not go on. */
export async function askContinue(
  signal: AbortSignal,
  openTerminal: () => Terminal | undefined = findTerminal,
): Promise<boolean> {
  const terminal = openTerminal();
  if (terminal === undefined) return false;
  return isYes(await askLines(terminal, signal, ask => ask('? Continue? [yes/no] ')));
}
