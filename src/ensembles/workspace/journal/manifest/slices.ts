import { setImmediate } from 'node:timers/promises';

/**
 * Lets everything else run between slices of work that does not wait: what the file system knows by heart is told
 * faster than a thread could be asked for it.
 *
 * Contract: rejects once the signal has aborted.
 */
export interface Slices {
  /** Whether it is time to `rest`. */
  isOver(): boolean;
  rest(): Promise<void>;
}

export function createSlices(signal: AbortSignal): Slices {
  let since = performance.now();
  return {
    isOver: () => performance.now() - since > longest,
    async rest() {
      await setImmediate();
      signal.throwIfAborted();
      since = performance.now();
    },
  };
}

/** Milliseconds: shorter than what people notice. */
const longest = 10;
