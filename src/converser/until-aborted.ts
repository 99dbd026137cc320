/** What `orAborted` resolves to when the signal was faster than the work. */
export const aborted: unique symbol = Symbol('aborted');

/** The work's outcome, or `aborted` as soon as the signal aborts. Nobody waits for work that does not heed it. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | typeof aborted> {
  return new Promise((resolve, reject) => {
    const tell = () => resolve(aborted);
    const settle = <V>(how: (value: V) => void) => {
      return (value: V) => {
        signal.removeEventListener('abort', tell);
        how(value);
      };
    };
    signal.addEventListener('abort', tell, { once: true });
    if (signal.aborted) tell();
    work.then(settle(resolve), settle(reject));
  });
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
    // A stream that hangs would never return; it has been told, and nobody waits for it.
    void (async () => iterator.return?.())().catch(() => {});
  }
}
