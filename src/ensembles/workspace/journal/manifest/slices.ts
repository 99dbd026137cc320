import { setImmediate } from 'node:timers/promises';

/** Lets all else run between slices of synchronous work. Contract: rejects once the signal has aborted. */
export interface Slices {
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

/** In milliseconds: shorter than people notice. */
const longest = 10;
