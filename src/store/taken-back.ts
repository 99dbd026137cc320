import type { Canister } from '../converser/words/canister/canister.ts';
import { toJson } from '../converser/words/canister/canister-json.ts';
import { withMark } from './pins.ts';
import { objectIn } from './records.ts';

/** That you have taken back a compaction, or want it again. */
export interface TakenBack {
  /** Its id. */
  readonly compaction: string;
  readonly isTakenBack: boolean;
}

export function takenBackLine(takenBack: TakenBack): string {
  return toJson({ takenBack });
}

/** What a line says about it, if it is such a line. */
export function readTakenBack(line: string): TakenBack | undefined {
  const { compaction, isTakenBack } = objectIn(line, 'takenBack');
  return typeof compaction === 'string' && typeof isTakenBack === 'boolean'
    ? { compaction, isTakenBack }
    : undefined;
}

/** The last word about a compaction counts. */
export function withTakenBack(
  canisters: readonly Canister[],
  said: readonly TakenBack[],
): readonly Canister[] {
  const isCompacted = new Map(said.map(({ compaction, isTakenBack }) => [compaction, !isTakenBack]));
  return withMark(canisters, 'active', isCompacted);
}
