import type { Clock, Ids } from '../ports.ts';
import { ordinaryMarks } from './canister.ts';

/** What every new canister has, whatever its role. */
export function newCanister(prefix: string, { ids, clock }: { readonly ids: Ids; readonly clock: Clock }) {
  return { id: ids.next(prefix), timestamp: inWords(clock.now()), marks: ordinaryMarks };
}

let last = { at: Number.NaN, words: '' };

/** Several canisters come in one millisecond, and to write it costs more than the rest of them. */
function inWords(time: Date): string {
  const at = time.getTime();
  if (at !== last.at) last = { at, words: time.toISOString() };
  return last.words;
}
