import { type Flow, type Flowing, flowing } from './flow.ts';

export type InGroups<T> = Flowing<T>;

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

const over = { value: undefined, done: true } as const;
