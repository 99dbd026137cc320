/** The items of a stream until it ends or the signal aborts, also when the stream itself does not heed it. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = items[Symbol.asyncIterator]();
  const stop = new AbortController();
  const aborted = new Promise<'aborted'>(resolve => {
    const tell = () => resolve('aborted');
    if (signal.aborted) tell();
    else
      signal.addEventListener('abort', tell, {
        once: true,
        signal: stop.signal,
      });
  });
  try {
    while (true) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next === 'aborted' || next.done === true) return;
      yield next.value;
    }
  } finally {
    stop.abort();
    // A stream that hangs would never return; it has been told, and nobody waits for it.
    void iterator.return?.().catch(() => {});
  }
}
