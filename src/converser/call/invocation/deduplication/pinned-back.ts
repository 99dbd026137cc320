import {
  type Canister,
  type CompactionCanister,
  isCompaction,
  isInvocation,
  isResult,
  type LeftOutResult,
} from '../../../words/canister/canister.ts';
import { isPinned } from './short-results.ts';

export function withPinnedBack(canisters: readonly Canister[]): readonly Canister[] {
  if (!canisters.some(each => isCompaction(each) && each.results.length > 0)) return canisters;
  const invocations = new Map(canisters.filter(isInvocation).map(each => [each.id, each]));
  const results = canisters.filter(isResult);
  const pinned = new Set(
    results.flatMap(each => (isPinned(each, invocations.get(each.invocationId)) ? [each.id] : [])),
  );
  return canisters.map(each => (isCompaction(each) ? withMarks(each, pinned) : each));
}

function withMarks(compaction: CompactionCanister, pinned: ReadonlySet<string>): CompactionCanister {
  const isSame = compaction.results.every(each => (each.isPinned === true) === pinned.has(each.id));
  if (isSame) return compaction;
  return { ...compaction, results: compaction.results.map(each => withMark(each, pinned.has(each.id))) };
}

function withMark({ isPinned: _before, ...result }: LeftOutResult, isNow: boolean): LeftOutResult {
  return isNow ? { ...result, isPinned: true } : result;
}
