import type { Canister } from '../converser/canister/canister.ts';
import { toJson } from '../converser/canister/canister-json.ts';
import { withPinnedBack } from '../converser/invocation/deduplication/pinned-back.ts';
import { isJsonObject, parseJson } from '../converser/json/json.ts';

/** That you have pinned something, so that requests never leave it out, or no longer want that. */
export interface Pin {
  /** The id of the canister. */
  readonly canister: string;
  readonly isPinned: boolean;
}

const begin = '{"pin":';

export function pinLine(pin: Pin): string {
  return toJson({ pin });
}

/** What a line says about it, if it is such a line. */
export function readPin(line: string): Pin | undefined {
  if (!line.startsWith(begin)) return undefined;
  const read = parseJson(line);
  if (!isJsonObject(read) || !isJsonObject(read.pin)) return undefined;
  const { canister, isPinned } = read.pin;
  return typeof canister === 'string' && typeof isPinned === 'boolean' ? { canister, isPinned } : undefined;
}

/** The last word about a canister counts. What compactions left out says so, too, where it is back because of that. */
export function withPins(canisters: readonly Canister[], said: readonly Pin[]): readonly Canister[] {
  if (said.length === 0) return withPinnedBack(canisters);
  const pins = new Map(said.map(({ canister, isPinned }) => [canister, isPinned]));
  const pinned = canisters.map(canister => {
    const isPinned = pins.get(canister.id);
    return isPinned === undefined
      ? canister
      : { ...canister, marks: { ...canister.marks, pinned: isPinned } };
  });
  return withPinnedBack(pinned);
}
