/** Each generator on the way waits several times for an item, so packets stay together. */
export interface InGroups<T> extends AsyncIterable<T> {
  /** Contract: a stream is read once, in either way. */
  readonly groups: AsyncIterable<readonly T[]>;
}

export function inGroups<T>(groups: AsyncIterable<readonly T[]>): InGroups<T> {
  return { groups, [Symbol.asyncIterator]: () => oneByOne(groups) };
}

export function groupsOf<T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  return 'groups' in items ? (items as InGroups<T>).groups : alone(items);
}

/** Not a generator, in which each group would wait once more. */
export function groupsOnceBegun<T>(
  begin: () => Promise<AsyncIterable<readonly T[]>>,
): AsyncIterable<readonly T[]> {
  let beginning: Promise<AsyncIterator<readonly T[]>> | undefined;
  let groups: AsyncIterator<readonly T[]> | undefined;
  const begun = async () => {
    groups = (await begin())[Symbol.asyncIterator]();
    return groups;
  };
  const iterator: AsyncIterator<readonly T[], undefined> = {
    next() {
      if (groups !== undefined) return groups.next();
      beginning ??= begun();
      return beginning.then(first => first.next());
    },
    async return() {
      await (await beginning)?.return?.();
      return over;
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* oneByOne<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const group of groups) for (const item of group) yield item;
}

/** Not a generator, in which each item would wait several times. */
function alone<T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  const byItself = (read: IteratorResult<T, unknown>): Alone<T> =>
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

type Alone<T> = IteratorResult<readonly T[], undefined>;

const over = { value: undefined, done: true } as const;
