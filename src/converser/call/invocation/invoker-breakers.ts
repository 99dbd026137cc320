import { type Breaker, type BreakerLimits, createBreaker, type Visit } from '../../ground/async/breaker.ts';
import { type Listen, listeners } from '../../ground/async/listeners.ts';
import type { Clock } from '../../ground/ports.ts';
import { waitText } from '../../ground/wording/numbers.ts';
import type { Failure, ResultCanister } from '../../words/canister/canister.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';

/** Timeouts, lost connections and repeated words count; other words are about other arguments. */
export interface InvokerBreakers {
  whyPaused(invoker: Invoker): Failure | undefined;
  enter(invoker: Invoker): { readonly end: (result: ResultCanister) => void } | { readonly failure: Failure };
  readonly paused: readonly PausedInvoker[];
  tryAgain(name: string): void;
  readonly onDidChange: Listen<void>;
}

export interface PausedInvoker {
  readonly fullName: string;
  readonly message: string;
  /** Milliseconds until the next attempt; 0 means that the next call tries. */
  readonly wait: number;
}

const ordinaryLimits: BreakerLimits = {
  failures: 5,
  window: 600_000,
  coolDown: 30_000,
  longestCoolDown: 600_000,
};

interface Watched {
  readonly breaker: Breaker;
  readonly fullName: string;
  message: string;
}

export function createInvokerBreakers(
  clock: Pick<Clock, 'monotonic'>,
  limits = ordinaryLimits,
): InvokerBreakers {
  const watched = new Map<string, Watched>();
  const changes = listeners<void>();

  function watch(invoker: Invoker): Watched {
    const fresh = () => ({ breaker: createBreaker(clock, limits), fullName: fullName(invoker), message: '' });
    const each = watched.get(keyOf(invoker)) ?? fresh();
    watched.set(keyOf(invoker), each);
    return each;
  }

  function hear(each: Watched, visit: Visit, { failure, repeats }: ResultCanister): void {
    const before = each.breaker.wait;
    if (failure === undefined) visit.end(repeats === undefined ? 'succeeded' : 'unknown');
    else if (!counts(failure)) visit.end('unknown');
    else {
      if (failure.kind === 'execution' && failure.message !== each.message) each.breaker.reset();
      each.message = failure.message;
      visit.end('failed');
    }
    if (each.breaker.wait !== before) changes.fire();
  }

  return {
    whyPaused(invoker) {
      const each = watched.get(keyOf(invoker));
      const wait = each?.breaker.wait ?? 0;
      return each === undefined || wait === 0 ? undefined : pausedFailure(each, wait);
    },
    enter(invoker) {
      if (invoker.origin === 'shipped') return { end: () => {} };
      const each = watch(invoker);
      const visit = each.breaker.enter();
      if ('wait' in visit) return { failure: pausedFailure(each, visit.wait) };
      return { end: result => hear(each, visit, result) };
    },
    get paused() {
      return [...watched.values()].flatMap(({ fullName: name, message, breaker: { wait } }) =>
        wait === undefined ? [] : [{ fullName: name, message, wait }],
      );
    },
    tryAgain(name) {
      for (const each of watched.values()) if (each.fullName === name) each.breaker.reset();
      changes.fire();
    },
    onDidChange: changes.listen,
  };
}

function keyOf(invoker: Invoker): string {
  return `${fullName(invoker)} ${invoker.implementation}`;
}

/** A refusal before the call ran says nothing about the tool. */
function counts({ kind }: Failure): boolean {
  return kind === 'timeout' || kind === 'network' || kind === 'execution';
}

function pausedFailure({ fullName: name, message }: Watched, wait: number): Failure {
  const inTime = waitText(wait);
  return {
    kind: 'execution',
    message: `${name} keeps failing, so its calls are paused for ${inTime}. The last time: ${message}`,
    advice: `Do without it for now; it may be tried again in ${inTime}.`,
  };
}
