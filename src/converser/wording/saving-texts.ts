import type {
  Canister,
  CompactionCanister,
  CompactionReason,
  LeftOutPassage,
  LeftOutResult,
  Saved,
} from '../canister/canister.ts';
import { countText, durationText } from './numbers.ts';

/** What was saved by not doing, or not sending, again what was there. */
export interface Savings {
  /** That did not run, or need not be read in full. */
  readonly calls: number;
  /** About so many. */
  readonly tokens: number;
  /** Milliseconds. */
  readonly time: number;
}

/** What some canisters say about that; nothing where nothing was saved. */
export function savingsIn(canisters: readonly Canister[]): Savings | undefined {
  let [calls, tokens, time] = [0, 0, 0];
  for (const canister of canisters) {
    if (canister.role === 'compaction') tokens += freedBy(canister);
    if (canister.role !== 'result' || canister.saved === undefined) continue;
    calls++;
    tokens += canister.saved.tokens;
    time += canister.saved.time;
  }
  return calls + tokens + time === 0 ? undefined : { calls, tokens, time };
}

/** `saved 3 calls, 4,120 tokens, 1.2 s`. */
export function savingsText({ calls, ...saved }: Savings): string {
  return `saved ${[...(calls > 0 ? [countText(calls, 'call')] : []), ...savedParts(saved)].join(', ')}`;
}

/** What one call has saved: `4,120 tokens, 1.2 s`; empty for nothing. */
export function savedText(saved: Saved | undefined): string {
  return saved === undefined ? '' : savedParts(saved).join(', ');
}

function savedParts({ tokens, time }: Saved): readonly string[] {
  return [...(tokens > 0 ? [countText(tokens, 'token')] : []), ...(time >= 1 ? [durationText(time)] : [])];
}

/** Only while it holds. */
function freedBy({ marks, tokens }: CompactionCanister): number {
  return marks.active ? Math.max(0, tokens.before - tokens.after) : 0;
}

/** `12 results and 6 turns left out, about 31,000 tokens`. */
export function compactionText({ results, passages, tokens }: CompactionCanister): string {
  const turns = passages.reduce((sum, passage) => sum + passage.turns, 0);
  const rounds = passages.reduce((sum, passage) => sum + (passage.turns === 0 ? passage.rounds : 0), 0);
  const cut = results.filter(({ kept }) => kept !== undefined).length;
  const gone = results.length - cut;
  const parts = [
    ...(gone > 0 ? [countText(gone, 'result')] : []),
    ...(turns > 0 ? [countText(turns, 'turn')] : []),
    ...(rounds > 0 ? [countText(rounds, 'round')] : []),
  ];
  const left = parts.length === 0 ? [] : [`${listed(parts)} left out`];
  const shorter = cut === 0 ? [] : [`${countText(cut, 'result')} cut`];
  const saved = `about ${countText(Math.max(0, tokens.before - tokens.after), 'token')}`;
  return [...left, ...shorter, saved].join(', ');
}

export const compactionReasons: Readonly<Record<CompactionReason, string>> = {
  'near-window': 'The request neared the model’s window.',
  overflow: 'The model rejected the request because it was too long.',
  asked: 'You asked for it.',
};

export function beforeAndAfterText({ before, after }: CompactionCanister['tokens']): string {
  return `The request had about ${countText(before, 'token')} before, and ${countText(after, 'token')} after.`;
}

/** What follows the call of a result: `about 2,000 tokens, replaced by a newer one`. */
export function leftOutResultText({ tokens, kept, replacedBy }: LeftOutResult): string {
  const about = `about ${countText(tokens, 'token')}`;
  if (replacedBy !== undefined) return `${about}, replaced by a newer one`;
  return kept === undefined ? about : `${about}, cut after ${countText(kept, 'character')}`;
}

/** `3 turns, about 2,000 tokens, summarized by openai/gpt-5`. */
export function leftOutPassageText({ turns, rounds, tokens, summary, model }: LeftOutPassage): string {
  const what = turns > 0 ? countText(turns, 'turn') : countText(rounds, 'round');
  const by = summary === undefined ? 'not summarized' : `summarized by ${model ?? 'a model'}`;
  return `${what}, about ${countText(tokens, 'token')}, ${by}`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
