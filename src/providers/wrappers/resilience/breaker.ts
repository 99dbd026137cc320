import type { ErrorData } from '../../../converser/errors.ts';
import type { Clock } from '../../../converser/ports.ts';

/** Keeps requests from a server that fails again and again. One for each server, shared by its models. */
export interface Breaker {
  /** Lets a request through, or says in how many milliseconds one may come. */
  enter(): Visit | { readonly wait: number };
}

/** One request that was let through. */
export interface Visit {
  /** The server has begun to answer. */
  heard(): void;
  /** The request has ended, with this error or without one. Only the first call counts. */
  end(error?: ErrorData): void;
}

export interface BreakerLimits {
  /** So many failures one after the other open it. */
  readonly failures: number;
  /** Milliseconds within which they have to come. */
  readonly window: number;
  /** Milliseconds for which it stays open the first time. Each time after that it is twice as long. */
  readonly coolDown: number;
  readonly longestCoolDown: number;
}

/** More failures than one reply makes: whoever has mended a server may ask it again at once. */
const ordinaryBreakerLimits: BreakerLimits = {
  failures: 8,
  window: 180_000,
  coolDown: 10_000,
  longestCoolDown: 120_000,
};

/** While one request finds out whether the server is back, the others are told to come again so soon. */
const whileProbing = 1_000;

export function createBreaker({
  clock,
  limits = ordinaryBreakerLimits,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly limits?: BreakerLimits;
}): Breaker {
  let failures: readonly number[] = [];
  let coolDown = limits.coolDown;
  /** Until when it is open; `undefined` when it is closed. */
  let openUntil: number | undefined;
  /** It was open, and nothing has succeeded since: one failure more opens it again. */
  let onTrial = false;
  let probe: symbol | undefined;

  function fail(): void {
    const now = clock.monotonic();
    failures = [...failures.filter(moment => now - moment <= limits.window), now].slice(-limits.failures);
    if (!onTrial && failures.length < limits.failures) return;
    onTrial = true;
    openUntil = now + coolDown;
    coolDown = Math.min(coolDown * 2, limits.longestCoolDown);
  }

  function succeed(): void {
    failures = [];
    onTrial = false;
    coolDown = limits.coolDown;
    openUntil = undefined;
  }

  function visit(self: symbol): Visit {
    let hasEnded = false;
    const release = () => {
      if (probe !== self) return false;
      probe = undefined;
      return true;
    };
    return {
      heard() {
        // It answers again, so the others may come; if it breaks off now, that is one failure more.
        if (release()) openUntil = undefined;
      },
      end(error) {
        if (hasEnded) return;
        hasEnded = true;
        const wasProbe = release();
        if (error?.code === 'cancelled') return;
        if (!isOutage(error)) return succeed();
        // What was asked before it opened tells nothing new.
        if (openUntil === undefined || wasProbe) fail();
      },
    };
  }

  return {
    enter() {
      if (openUntil === undefined) return visit(Symbol());
      const wait = openUntil - clock.monotonic();
      if (wait > 0) return { wait };
      if (probe !== undefined) return { wait: whileProbing };
      probe = Symbol();
      return visit(probe);
    },
  };
}

/** A server that refuses is there: only silence, overload and broken connections are failures of its own. */
function isOutage(error: ErrorData | undefined): boolean {
  return (
    error?.code === 'model-unreachable' ||
    error?.code === 'model-overloaded' ||
    error?.code === 'model-silent'
  );
}
