/**
 * Several may be told at once; they are heard in order. Contract: resolves once all were taken. Rejects once the listener
 * has left, so that the work ends; code that catches this must tell nothing more.
 */
export type Tell<T> = (items: readonly T[]) => Promise<void>;

interface Telling<T> extends PromiseWithResolvers<void> {
  readonly items: readonly T[];
}

/** However deep in the work something is told, it waits once: each generator on the way would wait several times. */
export function told<T>(work: (tell: Tell<T>) => Promise<void>): AsyncIterable<readonly T[]> {
  let working: Promise<void> | undefined;
  let arriving = Promise.withResolvers<IteratorResult<readonly T[], undefined>>();
  let isAsked = false;
  let heard: readonly Telling<T>[] = [];
  let waiting: Telling<T>[] = [];
  let isLeft = false;

  function hear(): void {
    if (!isAsked || waiting.length === 0) return;
    isAsked = false;
    heard = waiting;
    waiting = [];
    arriving.resolve({ value: heard.flatMap(({ items }) => items), done: false });
  }
  const tell: Tell<T> = items => {
    if (isLeft) return Promise.reject(left);
    if (items.length === 0) return nothing;
    const telling = { ...Promise.withResolvers<void>(), items };
    waiting.push(telling);
    hear();
    return telling.promise;
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        arriving = Promise.withResolvers();
        const { promise } = arriving;
        isAsked = true;
        for (const { resolve } of heard) resolve();
        heard = [];
        working ??= work(tell).then(
          () => arriving.resolve(over),
          cause => arriving.reject(cause),
        );
        hear();
        return promise;
      },
      async return() {
        isLeft = true;
        for (const { reject } of [...heard, ...waiting]) reject(left);
        await working;
        return over;
      },
    }),
  };
}

/** What a generator tells. Returns what it returns. */
export async function tellAll<T, End>(
  groups: AsyncGenerator<readonly T[], End>,
  tell: Tell<T>,
): Promise<End> {
  try {
    for (;;) {
      const { value, done } = await groups.next();
      if (done) return value;
      await tell(value);
    }
  } finally {
    await groups.return(undefined as never);
  }
}

const nothing = Promise.resolve();

/** Made once, because it holds a stack trace. */
const left = new DOMException('The listener has left.', 'AbortError');

const over = { value: undefined, done: true } as const;
