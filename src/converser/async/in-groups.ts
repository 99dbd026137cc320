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

/** Turns the items of one stream into others. */
export interface Rewriter<In, Out> {
  /** What comes before anything is read. Default: nothing. */
  readonly begin?: () => Iterable<Out>;
  readonly write: (item: In) => Iterable<Out>;
  /** What comes when the stream has ended by itself. Default: nothing. */
  readonly end?: () => Iterable<Out>;
  /** What was written is all: the rest of the stream is not read. Default `false`. */
  readonly isOver?: boolean;
}

interface Rewritten<T> extends InGroups<T> {
  /** Without a generator in between. */
  rewrite<Out>(further: Rewriter<T, Out>): InGroups<Out>;
}

/** What a rewriter makes of a stream. What is made of a group stays together. */
export function rewritten<In, Out>(items: AsyncIterable<In>, rewriter: Rewriter<In, Out>): InGroups<Out> {
  if ('rewrite' in items) return (items as Rewritten<In>).rewrite(rewriter);
  const stream: Rewritten<Out> = {
    ...inGroups(rewrittenGroups(groupsOf(items), rewriter)),
    rewrite: further => rewritten(items, inTurn(rewriter, further)),
  };
  return stream;
}

/** As if the second one rewrote the stream of the first. */
function inTurn<In, Between, Out>(
  first: Rewriter<In, Between>,
  second: Rewriter<Between, Out>,
): Rewriter<In, Out> {
  const pass = (items: Iterable<Between>): Out[] => {
    const written: Out[] = [];
    for (const item of items) {
      for (const each of second.write(item)) written.push(each);
      if (second.isOver) break;
    }
    return written;
  };
  const endOfSecond = () => (second.isOver ? [] : (second.end?.() ?? []));
  return {
    begin: () => [...(second.begin?.() ?? []), ...pass(first.begin?.() ?? [])],
    write(item) {
      const written = pass(first.write(item));
      return first.isOver ? [...written, ...endOfSecond()] : written;
    },
    end: () => [...pass(first.end?.() ?? []), ...endOfSecond()],
    get isOver() {
      return first.isOver === true || second.isOver === true;
    },
  };
}

async function* rewrittenGroups<In, Out>(
  groups: AsyncIterable<readonly In[]>,
  rewriter: Rewriter<In, Out>,
): AsyncGenerator<readonly Out[], void> {
  const { begin = () => [], end = () => [] } = rewriter;
  const first = [...begin()];
  if (first.length > 0) yield first;
  if (rewriter.isOver) return;
  for await (const group of groups) {
    const written: Out[] = [];
    for (const item of group) {
      for (const each of rewriter.write(item)) written.push(each);
      if (rewriter.isOver) break;
    }
    if (written.length > 0) yield written;
    if (rewriter.isOver) return;
  }
  const last = [...end()];
  if (last.length > 0) yield last;
}

async function* oneByOne<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const group of groups) for (const item of group) yield item;
}

async function* alone<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[], void> {
  for await (const item of items) yield [item];
}
