import { setImmediate } from 'node:timers/promises';

/** Lets Stop be heard. A step takes about 10 ns. Contract: rejects once the signal has aborted. */
export type Pace = (steps: number) => Promise<void> | undefined;

export function createPace(signal: AbortSignal): Pace {
  let done = 0;
  return steps => {
    done += steps;
    if (done < restAfter) return undefined;
    done = 0;
    return rest(signal);
  };
}

const restAfter = 2_000_000;

async function rest(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
