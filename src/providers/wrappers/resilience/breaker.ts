import type { ErrorData } from '../../../converser/errors.ts';
import type { Clock } from '../../../converser/ports.ts';

/** Keeps requests from a provider that fails again and again. One per provider, shared by its models. */
export interface Breaker {
  /** Lets a request through, or says after how many milliseconds to try again. */
  enter(): Visit | { readonly wait: number };
}

/** One request that was let through. */
export interface Visit {
  /** The provider has begun to answer. */
  heard(): void;
  /** The request has ended, with this error or without one. Only the first call counts. */
  end(error?: ErrorData): void;
}

export interface BreakerLimits {
  /** The number of failures in a row that open it. */
  readonly failures: number;
  /** Milliseconds within which they have to come. */
  readonly window: number;
  /** Milliseconds for which it stays open the first time. Each time after that it is twice as long. */
  readonly coolDown: number;
  readonly longestCoolDown: number;
}

/** More failures than one reply causes, so that you can retry at once after you have fixed a server. */
const ordinaryBreakerLimits: BreakerLimits = {
  failures: 8,
  window: 180_000,
  coolDown: 10_000,
  longestCoolDown: 120_000,
};

/** While one request tests whether the provider is back, the others wait this many milliseconds. */
const whileProbing = 1_000;

export function createBreaker({
  clock,
  limits = ordinaryBreakerLimits,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly limits?: BreakerLimits;
}): Breaker {
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
        // The provider answers again, so other requests may go through. If it breaks off now, that is another failure.
        if (release()) circuit.close();
      },
      end(error) {
        if (hasEnded) return;
        hasEnded = true;
        const wasProbe = release();
        if (error?.code === 'cancelled') return;
        if (!isOutage(error)) return circuit.succeed();
        // A request from before the circuit opened shows nothing new.
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
  };
}

/** Counts failures, and says until when no request may go through. */
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

/** A provider that refuses a request is there; only silence, overload and broken connections count. */
function isOutage(error: ErrorData | undefined): boolean {
  return (
    error?.code === 'model-unreachable' ||
    error?.code === 'model-overloaded' ||
    error?.code === 'model-server-failed' ||
    error?.code === 'model-silent'
  );
}
