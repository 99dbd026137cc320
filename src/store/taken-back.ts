import type { Canister } from '../converser/words/canister/canister.ts';
import { toJson } from '../converser/words/canister/canister-json.ts';
import { withMark } from './pins.ts';
import { saidIn } from './records.ts';

export interface TakenBack {
  readonly compaction: string;
  readonly isTakenBack: boolean;
}

export function takenBackLine(takenBack: TakenBack): string {
  return toJson({ takenBack });
}

export function readTakenBack(line: string): TakenBack | undefined {
  return saidIn(line, 'takenBack');
}

/** The last record of a compaction counts. */
export function withTakenBack(
  canisters: readonly Canister[],
  said: readonly TakenBack[],
): readonly Canister[] {
  const isCompacted = new Map(said.map(({ compaction, isTakenBack }) => [compaction, !isTakenBack]));
  return withMark(canisters, 'active', isCompacted);
}
