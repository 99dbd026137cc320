import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';

/**
 * Starts only a few processes at the same time. Twenty that start together are slower in total, because they evict
 * each other from the processors' caches; and the first of them is ready no sooner than the last, so the editor waits
 * for all of them.
 */
export interface StartSlots {
  /**
   * Waits for a free slot. It is kept until the result is disposed, but for `longest` at most, so that hanging
   * processes delay the others only briefly, and only when there are more of them than slots.
   *
   * Throws `cancelled` if the signal aborts first.
   */
  take(signal: AbortSignal): Promise<Disposable>;
}

export interface StartSlotsOptions {
  readonly clock: Clock;
  readonly count?: number;
}

/** Milliseconds. A process that has a processor to itself is running well before that. */
const longest = 500;

/** At least four even on a single processor, because starts also wait for disks and networks. */
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
