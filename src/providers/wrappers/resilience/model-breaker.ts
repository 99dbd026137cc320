import {
  type Breaker,
  type BreakerLimits,
  createBreaker as createAnyBreaker,
  type VisitOutcome,
} from '../../../converser/ground/async/breaker.ts';
import type { ErrorData } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';

/** One reply causes fewer failures, so you can retry at once after you have fixed a server. */
const ordinaryBreakerLimits: BreakerLimits = {
  failures: 8,
  window: 180_000,
  coolDown: 10_000,
  longestCoolDown: 120_000,
};

export function createBreaker({
  clock,
  limits = ordinaryBreakerLimits,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly limits?: BreakerLimits;
}): Breaker {
  return createAnyBreaker(clock, limits);
}

/** A provider that refuses a request is there; only silence, overload and broken connections count. */
export function outcomeOf(error: ErrorData | undefined): VisitOutcome {
  switch (error?.code) {
    case 'cancelled':
      return 'unknown';
    case 'model-unreachable':
    case 'model-overloaded':
    case 'model-server-failed':
    case 'model-silent':
      return 'failed';
    default:
      return 'succeeded';
  }
}
