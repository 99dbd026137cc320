import { countText, durationText } from '../../ground/wording/numbers.ts';
import type {
  Canister,
  CompactionCanister,
  CompactionReason,
  LeftOutPassage,
  LeftOutResult,
  Saved,
} from '../canister/canister.ts';

export interface Savings {
  /** Calls that didn't run, or needn't be read in full. */
  readonly calls: number;
  readonly tokens: number;
  readonly time: number;
}

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

export function savingsText({ calls, ...saved }: Savings): string {
  return `saved ${[...(calls > 0 ? [countText(calls, 'call')] : []), ...savedParts(saved)].join(', ')}`;
}

export function savedText(saved: Saved | undefined): string {
  return saved === undefined ? '' : savedParts(saved).join(', ');
}

function savedParts({ tokens, time }: Saved): readonly string[] {
  return [...(tokens > 0 ? [countText(tokens, 'token')] : []), ...(time >= 1 ? [durationText(time)] : [])];
}

function freedBy(compaction: CompactionCanister): number {
  return compaction.marks.active ? tokensLeftOut(compaction) : 0;
}

function tokensLeftOut({ results, tokens }: CompactionCanister): number {
  const back = results.reduce((sum, result) => sum + (result.isPinned ? result.tokens : 0), 0);
  return Math.max(0, tokens.before - tokens.after - back);
}

export function compactionText(compaction: CompactionCanister): string {
  const { passages } = compaction;
  const results = compaction.results.filter(({ isPinned }) => !isPinned);
  const back = compaction.results.length - results.length;
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
  const saved = `about ${countText(tokensLeftOut(compaction), 'token')}`;
  const pinned = back === 0 ? [] : [`${countText(back, 'result')} ${backText(back)}`];
  // If all of it is back, nothing is saved.
  const isNothing = back > 0 && left.length + shorter.length === 0;
  return [...left, ...shorter, ...(isNothing ? [] : [saved]), ...pinned].join(', ');
}

export const compactionReasons: Readonly<Record<CompactionReason, string>> = {
  'near-window': 'The request came close to the context limit.',
  overflow: 'The model rejected the request because it was too long.',
  asked: 'You asked for it.',
};

export function beforeAndAfterText({ before, after }: CompactionCanister['tokens']): string {
  return `The request had about ${countText(before, 'token')} before, and ${countText(after, 'token')} after.`;
}

export function leftOutResultText({ tokens, kept, replacedBy, isPinned }: LeftOutResult): string {
  const about = `about ${countText(tokens, 'token')}`;
  if (isPinned) return `${about}, ${backText(1)}`;
  if (replacedBy !== undefined) return `${about}, replaced by a newer one`;
  return kept === undefined ? about : `${about}, cut after ${countText(kept, 'character')}`;
}

export function leftOutPassageText({ turns, rounds, tokens, summary, model }: LeftOutPassage): string {
  const what = turns > 0 ? countText(turns, 'turn') : countText(rounds, 'round');
  const by = summary === undefined ? 'not summarized' : `summarized by ${model ?? 'a model'}`;
  return `${what}, about ${countText(tokens, 'token')}, ${by}`;
}

function backText(count: number): string {
  return `back because you pinned ${count === 1 ? 'it' : 'them'}`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
