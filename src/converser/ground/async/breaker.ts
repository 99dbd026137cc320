import type { Clock } from '../ports.ts';

export interface Breaker {
  enter(): Visit | { readonly wait: number };
  /** Milliseconds until the next attempt, 0 if one may be made; `undefined` while closed. */
  readonly wait: number | undefined;
  reset(): void;
}

export interface Visit {
  heard(): void;
  end(outcome: VisitOutcome): void;
}

export type VisitOutcome = 'succeeded' | 'failed' | 'unknown';

export interface BreakerLimits {
  readonly failures: number;
  /** In milliseconds. */
  readonly window: number;
  /** In milliseconds, for the first time. Each further time doubles it. */
  readonly coolDown: number;
  readonly longestCoolDown: number;
}

/** In milliseconds, while one piece of work tests whether it is back. */
const whileProbing = 1_000;

export function createBreaker(clock: Pick<Clock, 'monotonic'>, limits: BreakerLimits): Breaker {
  const circuit = createCircuit(clock, limits);
  let probe: symbol | undefined;

  function visit(self: symbol): Visit {
    let hasEnded = false;
    const release = () => {
      if (probe !== self) return false;
      probe = undefined;
      return true;
    };
    return {
      heard() {
        // It answers again, so others may go through. Breaking off now counts as another failure.
        if (release()) circuit.close();
      },
      end(outcome) {
        if (hasEnded) return;
        hasEnded = true;
        const wasProbe = release();
        if (outcome === 'unknown') return;
        if (outcome === 'succeeded') return circuit.succeed();
        // Work from before the circuit opened shows nothing new.
        if (circuit.openUntil === undefined || wasProbe) circuit.fail();
      },
    };
  }

  return {
    enter() {
      if (circuit.openUntil === undefined) return visit(Symbol());
      const wait = circuit.openUntil - clock.monotonic();
      if (wait > 0) return { wait };
      if (probe !== undefined) return { wait: whileProbing };
      probe = Symbol();
      return visit(probe);
    },
    get wait() {
      const { openUntil } = circuit;
      return openUntil === undefined ? undefined : Math.max(0, openUntil - clock.monotonic());
    },
    reset() {
      probe = undefined;
      circuit.succeed();
    },
  };
}

function createCircuit(clock: Pick<Clock, 'monotonic'>, limits: BreakerLimits) {
  let failures: readonly number[] = [];
  let coolDown = limits.coolDown;
  let openUntil: number | undefined;
  let onTrial = false;
  return {
    get openUntil() {
      return openUntil;
    },
    close() {
      openUntil = undefined;
    },
    fail() {
      const now = clock.monotonic();
      failures = [...failures.filter(moment => now - moment <= limits.window), now].slice(-limits.failures);
      if (!onTrial && failures.length < limits.failures) return;
      onTrial = true;
      openUntil = now + coolDown;
      coolDown = Math.min(coolDown * 2, limits.longestCoolDown);
    },
    succeed() {
      failures = [];
      onTrial = false;
      coolDown = limits.coolDown;
      openUntil = undefined;
    },
  };
}
