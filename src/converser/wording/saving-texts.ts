import type { Superseding } from '../canister/canister.ts';
import { countText, durationText } from './numbers.ts';

/** What was saved by not doing or sending again what was there. */
export interface Savings {
  readonly calls: number;
  /** About so many. */
  readonly tokens: number;
  /** Milliseconds. */
  readonly time: number;
}

/** `Saved 3 calls · 4,120 tokens · 1.2 s`; empty where that is nothing. */
export function savingsText({ calls, tokens, time }: Savings): string {
  const parts = [
    ...(calls > 0 ? [countText(calls, 'call')] : []),
    ...(tokens > 0 ? [countText(tokens, 'token')] : []),
    ...(time >= 1 ? [durationText(time)] : []),
  ];
  return parts.length === 0 ? '' : `Saved ${parts.join(' · ')}`;
}

/** To make room, results were left out. */
export function trimmedText({ results, tokens }: Superseding): string {
  const count = Object.keys(results).length;
  const what =
    count === 1 ? '1 result that a newer one replaces' : `${count} results that newer ones replace`;
  return `The model is no longer sent ${what}: about ${countText(tokens, 'token')} less. You still see them here.`;
}
