import { fault } from '../../converser/ground/errors.ts';
import { modeNamed } from '../../converser/turn/in-mode.ts';
import type { Mode } from '../../converser/words/conversation/mode.ts';

/** Throws if there is none, or if a terminal can’t show what it needs. */
export function modeInTerminal(name: string, modes: readonly Mode[]): Mode {
  const mode = modeNamed(
    name,
    modes.filter(each => each.reviewsFirst !== true || each.name === name),
  );
  if (mode.reviewsFirst !== true) return mode;
  throw fault(
    'bad-arguments',
    `In the mode ${mode.title}, you review edits in VS Code. Choose another mode: in plan, nothing is changed.`,
  );
}
