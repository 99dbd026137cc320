import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';

/** Twenty processes that start together evict each other from the processors' caches, so all of them take longer. */
export interface StartSlots {
  /** Frees the slot after `longest` at the latest. Throws `cancelled` if the signal aborts first. */
  take(signal: AbortSignal): Promise<Disposable>;
}

export interface StartSlotsOptions {
  readonly clock: Clock;
  readonly count?: number;
}

/** In milliseconds. A process that has a processor to itself is running well before that. */
const longest = 500;

/** Starts also wait for disks and networks, so even a single processor gets four. */
const ordinaryCount = Math.max(4, 2 * availableParallelism());

export function createStartSlots({ clock, count = ordinaryCount }: StartSlotsOptions): StartSlots {
  const limit = pLimit(count);
  return {
    async take(signal) {
      const taken = Promise.withResolvers<void>();
      const left = new AbortController();
      void limit(async () => {
        taken.resolve();
        await clock.sleep(longest, left.signal);
      });
      const leave = () => left.abort('The process is running.');
      if ((await orAborted(taken.promise, signal)) !== aborted) return { dispose: leave };
      leave();
      throw errors.cancelled();
    },
  };
}
