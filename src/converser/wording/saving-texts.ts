import type { Canister, Saved, Superseding } from '../canister/canister.ts';
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
    tokens += canister.supersedes?.tokens ?? 0;
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

/** To make room, results were left out. */
export function trimmedText({ results, tokens }: Superseding): string {
  const count = Object.keys(results).length;
  const what =
    count === 1 ? '1 result that a newer one replaces' : `${count} results that newer ones replace`;
  return `The model is no longer sent ${what}: about ${countText(tokens, 'token')} less. You still see them here.`;
}
