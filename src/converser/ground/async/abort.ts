import { createObjectMemory } from '../object-memory.ts';

/** What `orAborted` resolves to when the signal was faster than the work. */
export const aborted: unique symbol = Symbol('aborted');

/** The work's outcome, or `aborted` as soon as the signal aborts. Work that does not heed it is left behind. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | typeof aborted> {
  return new Promise((resolve, reject) => {
    const stopListening = onceAborted(signal, () => resolve(aborted));
    if (signal.aborted) resolve(aborted);
    work.then(
      value => {
        stopListening();
        resolve(value);
      },
      cause => {
        stopListening();
        reject(cause);
      },
    );
  });
}

interface Waiting {
  readonly calls: Set<() => void>;
  readonly tellAll: () => void;
}

const waiting = createObjectMemory<AbortSignal, Waiting>();

/**
 * Calls when the signal aborts, unless what is returned was called before. Each signal is listened to once for all that
 * wait at the same time: the signal of a turn is waited for several times in each call, and its own lists of listeners are
 * slow. In Node.js, a listener that was removed also still points to the next one, so that a row of them outlives its turn.
 */
export function onceAborted(signal: AbortSignal, call: () => void): () => void {
  const { calls, tellAll } = waiting.get(signal) ?? createWaiting(signal);
  // Not for good: a signal made of others is kept for as long as it is listened to.
  if (calls.size === 0) signal.addEventListener('abort', tellAll, once);
  // The same function added twice is called twice.
  const entry = () => call();
  calls.add(entry);
  return () => {
    if (calls.delete(entry) && calls.size === 0) signal.removeEventListener('abort', tellAll);
  };
}

const once = { once: true };

function createWaiting(signal: AbortSignal): Waiting {
  const calls = new Set<() => void>();
  const tellAll = () => {
    const all = [...calls];
    calls.clear();
    for (const tell of all) tell();
  };
  const made = { calls, tellAll };
  waiting.set(signal, made);
  return made;
}

/** The items of a stream until it ends or the signal aborts, also when the stream itself does not heed it. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  // One listener for the whole stream: a reply may have thousands of items.
  let stopWaiting = () => {};
  const stopListening = onceAborted(signal, () => stopWaiting());
  const iterator = items[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        stopWaiting = () => resolve(undefined);
        iterator.next().then(resolve, reject);
      });
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    stopListening();
    // A stream that hangs would never return; it knows of the abort, and is left behind.
    void (async () => iterator.return?.())().catch(() => {});
  }
}
