import { beginsTurn, type Canister, isCompaction } from '../converser/words/canister/canister.ts';
import { text } from '../converser/words/canister/content.ts';
import { isInterruption } from '../converser/words/canister/interruption.ts';

export interface UndoneTurn {
  readonly turnId: string;
  readonly isUndone: boolean;
  /** What remains of the turn, told to the model at its end. Without it, the model forgets the turn. */
  readonly note?: string;
}

/** Hides what was undone from models. The last record of a turn counts. */
export function withUndone(canisters: readonly Canister[], said: readonly UndoneTurn[]): readonly Canister[] {
  const undone = new Map(said.map(each => [each.turnId, each]));
  if (![...undone.values()].some(({ isUndone }) => isUndone)) return canisters;
  let current: UndoneTurn | undefined;
  return canisters.map((canister, at) => {
    if (beginsTurn(canister, canisters[at - 1])) current = undone.get(canister.id);
    // What requests leave out has nothing to do with undoing.
    if (current?.isUndone !== true || isCompaction(canister)) return canister;
    if (current.note === undefined) return { ...canister, marks: { ...canister.marks, active: false } };
    return isEndOfTurn(canisters, at) ? withNote(canister, current.note) : canister;
  });
}

function isEndOfTurn(canisters: readonly Canister[], at: number): boolean {
  const next = canisters.find((canister, place) => place > at && !isCompaction(canister));
  return next === undefined || beginsTurn(next, canisters[at]);
}

/** The last part of an interruption isn't shown, so the note comes before it. */
function withNote(canister: Canister, note: string): Canister {
  const { content } = canister;
  const at = isInterruption(canister) ? content.length - 1 : content.length;
  return { ...canister, content: content.toSpliced(at, 0, text(note)) };
}
