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

const waiting = createObjectMemory<AbortSignal, Set<() => void>>();

/**
 * Calls when the signal aborts, unless what is returned was called before. Each signal is listened to once for all:
 * the signal of a turn is waited for several times in each call, and its own lists of listeners are slow.
 */
export function onceAborted(signal: AbortSignal, call: () => void): () => void {
  const all = waiting.get(signal) ?? listenTo(signal);
  // The same function added twice is called twice.
  const entry = () => call();
  all.add(entry);
  return () => all.delete(entry);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>();
  waiting.set(signal, all);
  const tellAll = () => {
    for (const tell of [...all]) tell();
    all.clear();
  };
  signal.addEventListener('abort', tellAll, { once: true });
  return all;
}

/** The items of a stream until it ends or the signal aborts, also when the stream itself does not heed it. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  // One listener for the whole stream: a reply may have thousands of items.
  let stopWaiting = () => {};
  const stop = () => stopWaiting();
  signal.addEventListener('abort', stop);
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
    signal.removeEventListener('abort', stop);
    // A stream that hangs would never return; it knows of the abort, and is left behind.
    void (async () => iterator.return?.())().catch(() => {});
  }
}
