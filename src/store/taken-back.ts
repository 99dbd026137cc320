import { type Canister, isCompaction } from '../converser/canister/canister.ts';
import { toJson } from '../converser/canister/canister-json.ts';
import { isJsonObject, parseJson } from '../converser/json/json.ts';

/** That you have taken back a compaction, or want it again. */
export interface TakenBack {
  /** Its id. */
  readonly compaction: string;
  readonly isTakenBack: boolean;
}

const begin = '{"takenBack":';

export function takenBackLine(takenBack: TakenBack): string {
  return toJson({ takenBack });
}

/** What a line says about it, if it is such a line. */
export function readTakenBack(line: string): TakenBack | undefined {
  if (!line.startsWith(begin)) return undefined;
  const read = parseJson(line);
  if (!isJsonObject(read) || !isJsonObject(read.takenBack)) return undefined;
  const { compaction, isTakenBack } = read.takenBack;
  return typeof compaction === 'string' && typeof isTakenBack === 'boolean'
    ? { compaction, isTakenBack }
    : undefined;
}

/** The last word about a compaction counts. */
export function withTakenBack(
  canisters: readonly Canister[],
  said: readonly TakenBack[],
): readonly Canister[] {
  if (said.length === 0) return canisters;
  const words = new Map(said.map(({ compaction, isTakenBack }) => [compaction, isTakenBack]));
  return canisters.map(canister => {
    const isTakenBack = isCompaction(canister) ? words.get(canister.id) : undefined;
    if (isTakenBack === undefined) return canister;
    return { ...canister, marks: { ...canister.marks, active: !isTakenBack } };
  });
}
