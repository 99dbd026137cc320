import { withPinnedBack } from '../converser/call/invocation/deduplication/pinned-back.ts';
import type { Canister } from '../converser/words/canister/canister.ts';

export interface Pin {
  readonly canister: string;
  readonly isPinned: boolean;
}

/** The last pin of a canister counts, also for what compactions left out. */
export function withPins(canisters: readonly Canister[], said: readonly Pin[]): readonly Canister[] {
  const pins = new Map(said.map(({ canister, isPinned }) => [canister, isPinned]));
  return withPinnedBack(withMark(canisters, 'pinned', pins));
}

export function withMark(
  canisters: readonly Canister[],
  mark: 'pinned' | 'active',
  values: ReadonlyMap<string, boolean>,
): readonly Canister[] {
  if (values.size === 0) return canisters;
  return canisters.map(canister => {
    const value = values.get(canister.id);
    return value === undefined ? canister : { ...canister, marks: { ...canister.marks, [mark]: value } };
  });
}
