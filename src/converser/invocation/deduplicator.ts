import type { ResultCanister } from '../canister/canister.ts';
import type { Call } from '../ensemble/call.ts';

/**
 * Decides whether a call repeats an earlier one of the same turn.
 *
 * Contract:
 * - `once` resolves to the result of running the call, or to the earlier result that it repeats;
 * - a failed result is never repeated;
 * - after `forget`, nothing that was begun before it is ever repeated.
 */
export interface Deduplicator {
  once(call: Call, run: () => Promise<ResultCanister>): Promise<Once>;
  /** What earlier calls read may have changed. */
  forget(): void;
}

export type Once =
  | { readonly kind: 'ran'; readonly result: ResultCanister }
  | { readonly kind: 'repeats'; readonly result: ResultCanister };
