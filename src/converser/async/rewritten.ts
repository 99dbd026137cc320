import { groupsOf, type InGroups, inGroups } from './in-groups.ts';

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
  const pass = (items: Iterable<Between>) => writtenOf(items, second);
  const endOfSecond = () => (second.isOver ? [] : (second.end?.() ?? []));
  return {
    begin: () => [...(second.begin?.() ?? []), ...pass(first.begin?.() ?? [])],
    write(item) {
      const between = first.write(item);
      // Most items become one.
      if (Array.isArray(between) && between.length === 1 && !first.isOver) return second.write(between[0]);
      const written = pass(between);
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
    const written = writtenOf(group, rewriter);
    if (written.length > 0) yield written;
    if (rewriter.isOver) return;
  }
  const last = [...end()];
  if (last.length > 0) yield last;
}

function writtenOf<In, Out>(items: Iterable<In>, rewriter: Rewriter<In, Out>): readonly Out[] {
  const written: Out[] = [];
  for (const item of items) {
    for (const each of rewriter.write(item)) written.push(each);
    if (rewriter.isOver) break;
  }
  return written;
}
