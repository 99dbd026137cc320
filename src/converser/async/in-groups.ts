/**
 * A stream whose items can be had one by one, or in the groups in which they came. Each generator that an item goes
 * through waits several times to hand it on, which for a small item takes longer than to read it: so what is between
 * the wire and the loop passes on all of a packet together.
 */
export interface InGroups<T> extends AsyncIterable<T> {
  /** Contract: a stream is read once, in either way. */
  readonly groups: AsyncIterable<readonly T[]>;
}

export function inGroups<T>(groups: AsyncIterable<readonly T[]>): InGroups<T> {
  return { groups, [Symbol.asyncIterator]: () => oneByOne(groups) };
}

/** The groups of a stream; of one that has none, each item by itself. */
export function groupsOf<T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  return 'groups' in items ? (items as InGroups<T>).groups : alone(items);
}

async function* oneByOne<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const group of groups) for (const item of group) yield item;
}

async function* alone<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[], void> {
  for await (const item of items) yield [item];
}
