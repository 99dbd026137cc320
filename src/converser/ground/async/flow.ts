/**
 * What comes in packets, each handled in one pass: whoever pulls is called back, and no promise stands in between.
 * Contract: one `pull` at a time, answered by one call, at once or later. None follows the last one or a failure.
 */
export interface Flow<T> {
  /** What comes before all else. Call it once, before the first `pull`. */
  begin(): readonly T[];
  pull(taker: Taker<T>): void;
  /** Resolves once what it comes from is closed. Call it also after the end. */
  leave(reason?: unknown): Promise<void>;
}

/** Contract: neither throws. */
export interface Taker<T> {
  take(items: readonly T[], isLast: boolean): void;
  fail(cause: unknown): void;
}

export function flowOfGroups<T>(groups: AsyncIterable<readonly T[]>): Flow<T> {
  let iterator: AsyncIterator<readonly T[]> | undefined;
  let isOver = false;
  return {
    begin() {
      iterator = groups[Symbol.asyncIterator]();
      return [];
    },
    pull({ take, fail }) {
      const end = () => {
        isOver = true;
        take([], true);
      };
      const giveUp = (cause: unknown) => {
        isOver = true;
        fail(cause);
      };
      if (isOver || iterator === undefined) return end();
      iterator.next().then(read => (read.done ? end() : take(read.value, false)), giveUp);
    },
    async leave() {
      if (!isOver) await iterator?.return?.();
    },
  };
}

/** Not a generator, in which each group would wait several times. Stopped by the signal, it leaves what hangs. */
export function groupsOfFlow<T>(flow: Flow<T>): AsyncIterable<readonly T[]> {
  return { [Symbol.asyncIterator]: () => iteratorOf(flow) };
}

function iteratorOf<T>(flow: Flow<T>): AsyncIterator<readonly T[], undefined> {
  let hasBegun = false;
  let isOver = false;
  async function leave(): Promise<IteratorReturnResult<undefined>> {
    isOver = true;
    if (hasBegun) await flow.leave();
    return over;
  }
  function pull(): Promise<IteratorResult<readonly T[], undefined>> {
    return new Promise((resolve, reject) =>
      flow.pull({
        take(value, isLast) {
          isOver ||= isLast;
          resolve(isLast && value.length === 0 ? leave() : { value, done: false });
        },
        fail(cause) {
          isOver = true;
          reject(cause);
        },
      }),
    );
  }
  return {
    next() {
      if (isOver) return leave();
      if (hasBegun) return pull();
      hasBegun = true;
      const value = flow.begin();
      return value.length > 0 ? Promise.resolve({ value, done: false }) : pull();
    },
    return: leave,
  };
}

const over = { value: undefined, done: true } as const;
