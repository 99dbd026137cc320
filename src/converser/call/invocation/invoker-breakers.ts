import { type Breaker, type BreakerLimits, createBreaker, type Visit } from '../../ground/async/breaker.ts';
import { type Listen, listeners } from '../../ground/async/listeners.ts';
import type { Clock } from '../../ground/ports.ts';
import { waitText } from '../../ground/wording/numbers.ts';
import type { Failure, ResultCanister } from '../../words/canister/canister.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';

/**
 * Leaves tools alone for a while that keep failing, and then lets one call try. One for all conversations of a host.
 *
 * What counts is a call that ran out of time or lost its connection, or that failed with the same words as the one before:
 * other words are about other arguments. Shipped tools are never left alone, since nothing is behind them that could be
 * gone, and what fails there, such as a command, may well succeed next time.
 */
export interface InvokerBreakers {
  /** Why a call would not be made now. */
  whyPaused(invoker: Invoker): Failure | undefined;
  /** Lets a call through, whose result `end` is to be handed, or says why not. */
  enter(invoker: Invoker): { readonly end: (result: ResultCanister) => void } | { readonly failure: Failure };
  /** The tools that are left alone, or that the next call tries. */
  readonly paused: readonly PausedInvoker[];
  /** Lets calls of the tool of this full name through again. */
  tryAgain(name: string): void;
  /** `paused` has changed, other than by the passing of time. */
  readonly onDidChange: Listen<void>;
}

export interface PausedInvoker {
  readonly fullName: string;
  /** How it failed last. */
  readonly message: string;
  /** Milliseconds until the next attempt; 0: the next call is one. */
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
  /** How it failed last. */
  message: string;
}

export function createInvokerBreakers(
  clock: Pick<Clock, 'monotonic'>,
  limits = ordinaryLimits,
): InvokerBreakers {
  /** Those that are called now, and those that have failed since they last succeeded. */
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

/** Other code under the same name has not failed. */
function keyOf(invoker: Invoker): string {
  return `${fullName(invoker)} ${invoker.implementation}`;
}

/** What was refused before it ran says nothing about the tool. */
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
