import {
  type Canister,
  type CompactionCanister,
  isInvocation,
  isResult,
  type LeftOutResult,
  ordinaryMarks,
} from '../canister/canister.ts';
import { callText, supersededLine } from '../invocation/deduplication/short-results.ts';

/** How earlier versions kept with a canister which results are left out from it on. */
interface Superseding {
  /** The ids of the results, each with the id of the call that replaces it. */
  readonly results: Readonly<Record<string, string>>;
  /** About how many tokens shorter that makes a request. */
  readonly tokens: number;
}

/** Canisters that an earlier version has kept, with compactions in place of what it had. */
export function withoutSuperseding(canisters: readonly Canister[]): readonly Canister[] {
  if (!canisters.some(canister => supersedingOf(canister) !== undefined)) return canisters;
  const lines = linesIn(canisters);
  return canisters.flatMap((canister): readonly Canister[] => {
    const superseding = supersedingOf(canister);
    if (superseding === undefined) return [canister];
    const { supersedes: _former, ...rest } = canister as Canister & { readonly supersedes: Superseding };
    return [compactionOf(superseding, canister, lines), rest];
  });
}

function supersedingOf(canister: Canister): Superseding | undefined {
  return 'supersedes' in canister ? (canister.supersedes as Superseding) : undefined;
}

function compactionOf(
  { results, tokens }: Superseding,
  { id, timestamp }: Canister,
  lineOf: (result: string, replacedBy: string) => LeftOutResult,
): CompactionCanister {
  const left = Object.entries(results).map(([result, replacedBy]) => lineOf(result, replacedBy));
  return {
    id: `before-${id}`.slice(0, 64),
    timestamp,
    role: 'compaction',
    content: [],
    marks: ordinaryMarks,
    reason: 'near-window',
    // They were counted together.
    results: left.map((each, at) => ({ ...each, tokens: at === 0 ? tokens : 0 })),
    passages: [],
    tokens: { before: tokens, after: 0 },
  };
}

function linesIn(canisters: readonly Canister[]): (result: string, replacedBy: string) => LeftOutResult {
  const calls = new Map(canisters.filter(isInvocation).map(call => [call.id, call]));
  const callOf = new Map(canisters.filter(isResult).map(({ id, invocationId }) => [id, invocationId]));
  return (id, replacedBy) => {
    const [call, newer] = [calls.get(callOf.get(id) ?? ''), calls.get(replacedBy)];
    const [title, line] = [call && callText(call), newer && supersededLine(newer)];
    return { id, title: title ?? 'a tool', line: line ?? '[Left out.]', tokens: 0, replacedBy };
  };
}
