import type { ErrorData } from '../../../ground/errors.ts';
import type { Clock } from '../../../ground/ports.ts';
import { chainOf, type FallbackChains } from './fallback-chains.ts';

export interface Fallbacks {
  chain(reference: string): readonly string[];
  failed(reference: string, error: ErrorData): void;
  rest(reference: string): number;
}

export interface FallbacksOptions {
  readonly chains: () => FallbackChains;
  readonly clock: Pick<Clock, 'monotonic'>;
}

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
