import { onceAborted } from './abort.ts';

/**
 * A stream in packets. Each packet is handled in one pass, because the reader gets a call instead of a promise.
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

/** Each generator on the way waits several times for an item, so packets stay together. */
export interface InGroups<T> extends AsyncIterable<T> {
  /** Contract: a stream is read once, in one of the ways. */
  readonly groups: AsyncIterable<readonly T[]>;
  readonly flow: Flow<T>;
}

export function flowing<T>(flow: Flow<T>): InGroups<T> {
  const groups = groupsOfFlow(flow);
  return { flow, groups, [Symbol.asyncIterator]: () => oneByOne(groups) };
}

export function onceBegun<T>(begin: () => Promise<InGroups<T>>): InGroups<T> {
  let beginning: Promise<Flow<T>> | undefined;
  let begun: Flow<T> | undefined;
  function start(flow: Flow<T>, taker: Taker<T>): void {
    begun = flow;
    const first = flow.begin();
    if (first.length > 0) taker.take(first, false);
    else flow.pull(taker);
  }
  return flowing({
    begin: () => [],
    pull(taker) {
      if (begun !== undefined) return begun.pull(taker);
      beginning = begin().then(({ flow }) => flow);
      beginning.then(flow => start(flow, taker), taker.fail);
    },
    leave: async reason => (await beginning?.catch(() => undefined))?.leave(reason),
  });
}

/** Not a generator, in which each group would wait several times. */
function groupsOfFlow<T>(flow: Flow<T>): AsyncIterable<readonly T[]> {
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

async function* oneByOne<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const group of groups) for (const item of group) yield item;
}

const over = { value: undefined, done: true } as const;

export function inGroups<T>(groups: AsyncIterable<readonly T[]>): InGroups<T> {
  return flowing(flowOfGroups(groups));
}

export function groupsOf<T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  return 'groups' in items ? (items as InGroups<T>).groups : alone(items);
}

export function flowOf<T>(items: AsyncIterable<T>): Flow<T> {
  return 'flow' in items ? (items as InGroups<T>).flow : flowOfGroups(groupsOf(items));
}

function flowOfGroups<T>(groups: AsyncIterable<readonly T[]>): Flow<T> {
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

/** Not a generator, in which each item would wait several times. */
function alone<T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  const byItself = (read: IteratorResult<T, unknown>): IteratorResult<readonly T[], undefined> =>
    read.done ? over : { value: [read.value], done: false };
  return {
    [Symbol.asyncIterator]() {
      const source = items[Symbol.asyncIterator]();
      return {
        next: () => source.next().then(byItself),
        async return() {
          await source.return?.();
          return over;
        },
      };
    },
  };
}

/** A stream that hangs is left behind: it knows of the abort. */
export function groupsUntil<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<readonly T[]> {
  const groups = groupsOf(items)[Symbol.asyncIterator]();
  let stopWaiting = () => {};
  // One listener serves the whole stream: a reply may have thousands of groups.
  const stopListening = onceAborted(signal, () => stopWaiting());
  async function leave(): Promise<IteratorReturnResult<undefined>> {
    stopListening();
    void (async () => groups.return?.())().catch(() => {});
    return over;
  }
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<IteratorResult<readonly T[], undefined>>((resolve, reject) => {
          stopWaiting = () => resolve(leave());
          if (signal.aborted) return stopWaiting();
          groups.next().then(
            read => resolve(read.done ? leave() : read),
            cause => {
              stopListening();
              reject(cause);
            },
          );
        }),
      return: leave,
    }),
  };
}

export function untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  return inGroups(groupsUntil(items, signal));
}
