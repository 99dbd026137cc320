import type { ErrorData } from '../../../ground/errors.ts';
import type { Clock } from '../../../ground/ports.ts';
import { chainOf, type FallbackChains } from './fallback-chains.ts';

/** Which models answer in place of others, and which have failed a moment ago. All turns of a host share it. */
export interface Fallbacks {
  /** The models to try in place of one, by `provider/id`, best first. */
  chain(reference: string): readonly string[];
  /** Notes that a model can't answer, so that the next turns don't wait for it. */
  failed(reference: string, error: ErrorData): void;
  /** For how long a model is still passed over, in milliseconds; 0: it is asked. */
  rest(reference: string): number;
}

export interface FallbacksOptions {
  /** As written at this moment. */
  readonly chains: () => FallbackChains;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Milliseconds for which a model that failed is passed over, unless its provider asks for more. */
const shortestRest = 60_000;
const longestRest = 15 * 60_000;

export function createFallbacks({ chains, clock }: FallbacksOptions): Fallbacks {
  const restingUntil = new Map<string, number>();
  return {
    chain: reference => chainOf(reference, chains()),
    failed(reference, { retryAfter = 0 }) {
      const rest = Math.min(longestRest, Math.max(shortestRest, retryAfter));
      restingUntil.set(reference, clock.monotonic() + rest);
    },
    rest: reference => Math.max(0, (restingUntil.get(reference) ?? 0) - clock.monotonic()),
  };
}
