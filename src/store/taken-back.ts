import type { Canister } from '../converser/words/canister/canister.ts';
import { withMark } from './pins.ts';

export interface TakenBack {
  readonly compaction: string;
  readonly isTakenBack: boolean;
}

/** The last record of a compaction counts. */
export function withTakenBack(
  canisters: readonly Canister[],
  said: readonly TakenBack[],
): readonly Canister[] {
  const isCompacted = new Map(said.map(({ compaction, isTakenBack }) => [compaction, !isTakenBack]));
  return withMark(canisters, 'active', isCompacted);
}
