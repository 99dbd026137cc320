import type { Clock } from '../ports.ts';

/** Keeps work from something that fails again and again, and lets through one piece at a time once it may be back. */
export interface Breaker {
  /** Lets a piece of work through, or says after how many milliseconds to try again. */
  enter(): Visit | { readonly wait: number };
  /** Milliseconds until the next attempt, 0 if one may be made; `undefined` while nothing is kept from it. */
  readonly wait: number | undefined;
  /** Forgets all failures. */
  reset(): void;
}

/** One piece of work that was let through. */
export interface Visit {
  /** It has begun to answer. */
  heard(): void;
  /** It has ended. Only the first call counts. */
  end(outcome: VisitOutcome): void;
}

/** `unknown`: how it ended says nothing about what it was done with. */
export type VisitOutcome = 'succeeded' | 'failed' | 'unknown';

export interface BreakerLimits {
  /** The number of failures in a row that open it. */
  readonly failures: number;
  /** Milliseconds within which they have to come. */
  readonly window: number;
  /** Milliseconds for which it stays open the first time. Each time after that it is twice as long. */
  readonly coolDown: number;
  readonly longestCoolDown: number;
}

/** While one piece of work tests whether it is back, the others wait this many milliseconds. */
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
        // It answers again, so others may go through. If it breaks off now, that is another failure.
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

/** Counts failures, and says until when nothing may go through. */
function createCircuit(clock: Pick<Clock, 'monotonic'>, limits: BreakerLimits) {
  let failures: readonly number[] = [];
  let coolDown = limits.coolDown;
  let openUntil: number | undefined;
  /** It was open, and nothing has succeeded since: one more failure opens it again. */
  let onTrial = false;
  return {
    /** `undefined` while it is closed. */
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
