import {
  type BreakerLimits,
  createBreaker as createAnyBreaker,
  type VisitOutcome,
} from '../../../converser/ground/async/breaker.ts';
import type { ErrorData } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';

export interface Breaker {
  enter(): Visit | { readonly wait: number };
}

export interface Visit {
  heard(): void;
  /** Only the first call counts. */
  end(error?: ErrorData): void;
}

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
  const breaker = createAnyBreaker(clock, limits);
  return {
    enter() {
      const visit = breaker.enter();
      return 'wait' in visit ? visit : { heard: visit.heard, end: error => visit.end(outcomeOf(error)) };
    },
  };
}

/** A provider that refuses a request is there; only silence, overload and broken connections count. */
function outcomeOf(error: ErrorData | undefined): VisitOutcome {
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
