import type { Canister, LeftOutPassage, LeftOutResult } from '../../words/canister/canister.ts';
import { type Compactions, compacted } from './compacted.ts';
import { cutTo, leftOut, type ReadResult, readResults, withRepeating } from './long-results.ts';
import { isRound, type Span, turnsOf, unitsOf } from './parts-of-history.ts';
import { passageOf } from './passage.ts';

export interface PlanOptions {
  readonly compactions: Compactions;
  readonly superseded: readonly LeftOutResult[];
  readonly sent: number;
  readonly sizeOf: (draft: Draft) => number;
  readonly target: number;
  readonly isForced: boolean;
}

/** Its passages have no summary yet, and are taken for as long as one will be. */
export interface Draft {
  readonly results: readonly LeftOutResult[];
  readonly passages: readonly LeftOutPassage[];
}

const kept = { turns: 2, rounds: 2 };

/**
 * Superseded results go first, then long ones, then the oldest turns; if forced, also of the last turns.
 * Invariant: what is pinned stays, and of the turn that runs, what you wrote.
 */
export function planCompaction(history: readonly Canister[], options: PlanOptions): Draft {
  const { superseded, sent, sizeOf, target, isForced } = options;
  const bounds = boundsOf(history, sent);
  const steps: readonly ((draft: Draft) => Draft)[] = [
    draft => withoutResults(draft, history, { ...options, end: bounds.turns }),
    draft => withoutTurns(draft, history, { ...options, end: bounds.turns }),
    ...(isForced
      ? [
          (draft: Draft) => withoutResults(draft, history, { ...options, end: bounds.rounds }),
          (draft: Draft) => withoutTurns(draft, history, { ...options, end: bounds.running.start }),
          (draft: Draft) => withoutRounds(draft, history, { ...bounds, ...options }),
          (draft: Draft) => withShortEnds(draft, history, options),
        ]
      : []),
  ];
  let draft: Draft = { results: superseded, passages: [] };
  for (const step of steps) if (sizeOf(draft) > target) draft = step(draft);
  return withoutLost(draft, history, options);
}

function boundsOf(history: readonly Canister[], sent: number) {
  const turns = turnsOf(history);
  const running = turns.at(-1) ?? { start: 0, end: 0 };
  const rounds = unitsOf(history, running).filter(unit => isRound(history, unit));
  const last = rounds.at(-kept.rounds)?.start ?? running.start;
  return {
    turns: Math.min(sent, turns.at(-kept.turns)?.start ?? 0),
    running,
    rounds: Math.max(running.start, Math.min(sent, last)),
  };
}

type Step = PlanOptions & {
  readonly end: number;
};

function withoutResults(draft: Draft, history: readonly Canister[], options: Step): Draft {
  const all = resultsNow(draft, history, options);
  const results = [...draft.results];
  let missing = options.sizeOf(draft) - options.target;
  for (const each of all) {
    if (missing <= 0 || each.at >= options.end) break;
    const taken = each.result.inShort ? undefined : leftOut(each);
    if (taken === undefined) continue;
    missing -= taken.saved;
    results.push(...withRepeating(taken.result, all));
  }
  return { ...draft, results };
}

function withoutTurns(draft: Draft, history: readonly Canister[], options: Step): Draft {
  const turns = turnsOf(history).filter(({ end }) => end <= options.end);
  return fewest(draft, history, { ...options, parts: turns, isOfRounds: false });
}

function withoutRounds(
  draft: Draft,
  history: readonly Canister[],
  { running, rounds: end, ...options }: PlanOptions & { readonly running: Span; readonly rounds: number },
): Draft {
  const rounds = unitsOf(history, { ...running, end }).filter(unit => isRound(history, unit));
  return fewest(draft, history, { ...options, parts: rounds, isOfRounds: true });
}

function fewest(
  draft: Draft,
  history: readonly Canister[],
  options: PlanOptions & { readonly parts: readonly Span[]; readonly isOfRounds: boolean },
): Draft {
  const { parts, isOfRounds, sizeOf, target, compactions } = options;
  const [first] = parts;
  const now = new Set(compacted(history, [...compactions, draftOf(draft)]).map(({ id }) => id));
  const covered = parts.findLastIndex(({ start }) => !now.has(history[start]?.id ?? '')) + 1;
  if (first === undefined || (covered === parts.length && !options.isForced)) return draft;
  const without = (count: number): Draft => {
    const span = { start: first.start, end: parts[count - 1]?.end ?? first.end };
    const passage = passageOf(history, span, { turns: isOfRounds ? 0 : count, room: target });
    return { ...draft, passages: isOfRounds ? [...draft.passages, passage] : [passage] };
  };
  let [low, high] = [Math.min(covered + 1, parts.length), parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sizeOf(without(middle)) <= target) high = middle;
    else low = middle + 1;
  }
  const found = without(high);
  return sizeOf(draft) - sizeOf(found) < leastSummarized ? draft : found;
}

/** In tokens. Fewer aren't worth a request for a summary. */
const leastSummarized = 200;

function withShortEnds(draft: Draft, history: readonly Canister[], options: PlanOptions): Draft {
  const all = resultsNow(draft, history, options);
  const missing = options.sizeOf(draft) - options.target;
  const most = commonLimit(
    all.map(({ tokens }) => tokens),
    missing,
  );
  const cut = all.filter(({ tokens }) => tokens > most).flatMap(each => cutTo(each, most)?.result ?? []);
  const ids = new Set(cut.map(({ id }) => id));
  return { ...draft, results: [...draft.results.filter(({ id }) => !ids.has(id)), ...cut] };
}

/** In characters. Fewer say nothing. */
const leastCut = 30;

function commonLimit(sizes: readonly number[], missing: number): number {
  const sorted = sizes.toSorted((a, b) => b - a);
  let above = 0;
  for (const [at, size] of sorted.entries()) {
    above += size;
    const limit = (above - missing) / (at + 1);
    if (limit >= (sorted[at + 1] ?? 0)) return Math.max(leastCut, limit);
  }
  return leastCut;
}

function resultsNow(
  draft: Draft,
  history: readonly Canister[],
  { compactions }: PlanOptions,
): readonly ReadResult[] {
  const now = new Map(compacted(history, [...compactions, draftOf(draft)]).map(each => [each.id, each]));
  return readResults(history, ({ id }) => now.get(id));
}

export function draftOf({ results, passages }: Draft): Compactions[number] {
  return { id: 'draft', timestamp: '', results, passages };
}

function withoutLost(draft: Draft, history: readonly Canister[], { compactions }: PlanOptions): Draft {
  if (draft.passages.length === 0) return draft;
  const bare = draftOf({ results: [], passages: draft.passages });
  const left = new Set(compacted(history, [...compactions, bare]).map(({ id }) => id));
  return { ...draft, results: draft.results.filter(({ id }) => left.has(id)) };
}
