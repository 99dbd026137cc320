import type { Canister, LeftOutPassage, LeftOutResult } from '../../words/canister/canister.ts';
import { type Compactions, compacted } from './compacted.ts';
import { cutTo, leftOut, type ReadResult, readResults } from './long-results.ts';
import { isRound, type Span, turnsOf, unitsOf } from './parts-of-history.ts';
import { passageOf } from './passage.ts';

export interface PlanOptions {
  /** The compactions that hold already. */
  readonly compactions: Compactions;
  /** Results that newer ones replace: they go first, whatever they free. */
  readonly superseded: readonly LeftOutResult[];
  /** How many of the canisters the model has been sent. What it has not read yet is not taken from it, only cut. */
  readonly sent: number;
  /** Tokens that the request has with this. */
  readonly sizeOf: (draft: Draft) => number;
  /** Tokens that it may have. */
  readonly target: number;
  /** Nothing less would do: older rounds and results of the last turns go, too, and the newest results are cut. */
  readonly isForced: boolean;
}

/** What is to be left out next. Its passages have no summary yet, and are taken for as long as one will be. */
export interface Draft {
  readonly results: readonly LeftOutResult[];
  readonly passages: readonly LeftOutPassage[];
}

/** So many turns, and so many rounds of the last one, are left as they are. */
const kept = { turns: 2, rounds: 2 };

/**
 * What goes to make room, in this order, and no more than is needed: results that newer ones replace; long results, the oldest
 * first; the oldest turns. Where it is forced, the same of the last turns: their older results, the turns before the one that
 * runs, its older rounds; and at last the newest results lose their ends.
 *
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

/** Up to where a history may go without force, the turn that runs, and where its last rounds begin. */
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
  /** What comes from there on is left alone. */
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
    // What repeats a result that goes, goes with it.
    const repeating = all.filter(({ result }) => result.inShort && result.repeats === taken.result.id);
    results.push(
      taken.result,
      ...repeating.map(({ result }) => ({ ...taken.result, id: result.id, tokens: 0 })),
    );
  }
  return { ...draft, results };
}

/** As few of the oldest turns as will do, or all of them. */
function withoutTurns(draft: Draft, history: readonly Canister[], options: Step): Draft {
  const turns = turnsOf(history).filter(({ end }) => end <= options.end);
  return fewest(draft, history, { ...options, parts: turns, isOfRounds: false });
}

/** The same of the rounds of the turn that runs. */
function withoutRounds(
  draft: Draft,
  history: readonly Canister[],
  { running, rounds: end, ...options }: PlanOptions & { readonly running: Span; readonly rounds: number },
): Draft {
  const rounds = unitsOf(history, { ...running, end }).filter(unit => isRound(history, unit));
  return fewest(draft, history, { ...options, parts: rounds, isOfRounds: true });
}

/** Leaves out the first of some parts, at least one more than before. */
function fewest(
  draft: Draft,
  history: readonly Canister[],
  options: PlanOptions & { readonly parts: readonly Span[]; readonly isOfRounds: boolean },
): Draft {
  const { parts, isOfRounds, sizeOf, target, compactions } = options;
  const [first] = parts;
  const now = new Set(compacted(history, [...compactions, draftOf(draft)]).map(({ id }) => id));
  const covered = parts.findLastIndex(({ start }) => !now.has(history[start]?.id ?? '')) + 1;
  // What is left out already may become shorter only where nothing else would do.
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

/** Fewer tokens are not worth a request for a summary. */
const leastSummarized = 200;

/** The newest results, too, each cut to a length at which all fit. */
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

/** Fewer characters than that say nothing. */
const leastCut = 30;

/** To what the largest of some numbers have to come down so that all together are `missing` less. */
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

/** The results that the model still reads, as it would read them now. */
function resultsNow(
  draft: Draft,
  history: readonly Canister[],
  { compactions }: PlanOptions,
): readonly ReadResult[] {
  const now = new Map(compacted(history, [...compactions, draftOf(draft)]).map(each => [each.id, each]));
  return readResults(history, ({ id }) => now.get(id));
}

/** A draft, as if it held already. */
export function draftOf({ results, passages }: Draft): Compactions[number] {
  return { id: 'draft', timestamp: '', results, passages };
}

/** What has gone with a passage need not be said once more. */
function withoutLost(draft: Draft, history: readonly Canister[], { compactions }: PlanOptions): Draft {
  if (draft.passages.length === 0) return draft;
  const bare = draftOf({ results: [], passages: draft.passages });
  const left = new Set(compacted(history, [...compactions, bare]).map(({ id }) => id));
  return { ...draft, results: draft.results.filter(({ id }) => left.has(id)) };
}
