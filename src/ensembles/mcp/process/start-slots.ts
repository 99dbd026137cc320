import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { aborted, orAborted } from '../../../converser/async/abort.ts';
import type { Disposable } from '../../../converser/async/listeners.ts';
import { errors } from '../../../converser/errors.ts';
import type { Clock } from '../../../converser/ports.ts';

/**
 * Has processes get going a few at a time. Twenty that start in one breath take longer, all together, than when each
 * processor has a few of them: it goes from one to the other and finds nothing of it in its caches. The first of them
 * would be ready no sooner than the last, and the editor would have to wait for them all.
 */
export interface StartPlaces {
  /**
   * Waits for a place. It is kept until what is returned is disposed, and `longest` at most, so that those that hang
   * hold the others up for moments only, and not at all while there are places left.
   *
   * Throws `cancelled` when the signal aborts before there is one.
   */
  take(signal: AbortSignal): Promise<Disposable>;
}

export interface StartPlacesOptions {
  readonly clock: Clock;
  readonly count?: number;
}

/** Milliseconds in which a process that has a processor to itself has long got going. */
const longest = 500;

/** Where there is one processor, others than it still make one wait: disks, networks. */
const ordinaryCount = Math.max(4, 2 * availableParallelism());

export function createStartPlaces({ clock, count = ordinaryCount }: StartPlacesOptions): StartPlaces {
  const limit = pLimit(count);
  return {
    async take(signal) {
      const taken = Promise.withResolvers<void>();
      const left = new AbortController();
      void limit(async () => {
        taken.resolve();
        await clock.sleep(longest, left.signal);
      });
      const leave = () => left.abort('It has got going.');
      if ((await orAborted(taken.promise, signal)) !== aborted) return { dispose: leave };
      leave();
      throw errors.cancelled();
    },
  };
}
