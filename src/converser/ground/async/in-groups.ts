import { onceAborted } from './abort.ts';
import { type Flow, flowOfGroups, groupsOfFlow, type Taker } from './flow.ts';

/** Each generator on the way waits several times for an item, so packets stay together. */
export interface InGroups<T> extends AsyncIterable<T> {
  /** Contract: a stream is read once, in one of the ways. */
  readonly groups: AsyncIterable<readonly T[]>;
  readonly flow: Flow<T>;
}

export function inGroups<T>(groups: AsyncIterable<readonly T[]>): InGroups<T> {
  return flowing(flowOfGroups(groups));
}

export function flowing<T>(flow: Flow<T>): InGroups<T> {
  const groups = groupsOfFlow(flow);
  return { flow, groups, [Symbol.asyncIterator]: () => oneByOne(groups) };
}

export function groupsOf<T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  return 'groups' in items ? (items as InGroups<T>).groups : alone(items);
}

export function flowOf<T>(items: AsyncIterable<T>): Flow<T> {
  return 'flow' in items ? (items as InGroups<T>).flow : flowOfGroups(groupsOf(items));
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

export function onceBegun<T>(begin: () => Promise<AsyncIterable<T>>): InGroups<T> {
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
      beginning = begin().then(flowOf);
      beginning.then(flow => start(flow, taker), taker.fail);
    },
    leave: async reason => (await beginning?.catch(() => undefined))?.leave(reason),
  });
}

async function* oneByOne<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const group of groups) for (const item of group) yield item;
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

const over = { value: undefined, done: true } as const;
