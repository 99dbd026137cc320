import type { Clock, Ids } from '../../ground/ports.ts';
import { ordinaryMarks } from './canister.ts';

export function newCanister(
  prefix: string,
  { ids, clock }: { readonly ids: Ids; readonly clock: Pick<Clock, 'now'> },
) {
  return { id: ids.next(prefix), timestamp: inWords(clock.now()), marks: ordinaryMarks };
}

let last = { at: Number.NaN, words: '' };

/** Many begin in the same millisecond, and formatting costs most (`tool-rounds` in test/bench). */
function inWords(time: Date): string {
  const at = time.getTime();
  if (at !== last.at) last = { at, words: time.toISOString() };
  return last.words;
}
