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
  /** What comes instead of an error, of the stream or of what writes it, and ends the stream. Default: the error. */
  readonly fail?: (cause: unknown) => Promise<Iterable<Out>>;
  /** Called once, when a stream that was begun has ended, failed or lost its reader. */
  readonly leave?: () => void;
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
  const lastOf = (items: Iterable<Between>) => [...pass(items), ...endOfSecond()];
  const failOfFirst = first.fail && (async (cause: unknown) => lastOf((await first.fail?.(cause)) ?? []));
  const fail = failOfFirst ?? second.fail;
  return {
    begin: () => [...(second.begin?.() ?? []), ...pass(first.begin?.() ?? [])],
    write(item) {
      const between = first.write(item);
      // Most items become one.
      if (Array.isArray(between) && between.length === 1 && !first.isOver) return second.write(between[0]);
      return first.isOver ? lastOf(between) : pass(between);
    },
    end: () => lastOf(first.end?.() ?? []),
    ...(fail && { fail }),
    get isOver() {
      return first.isOver === true || second.isOver === true;
    },
    leave() {
      first.leave?.();
      second.leave?.();
    },
  };
}

/** Not a generator, in which each group would wait several times. As with one, nothing begins before it is read. */
function rewrittenGroups<In, Out>(
  groups: AsyncIterable<readonly In[]>,
  rewriter: Rewriter<In, Out>,
): AsyncIterable<readonly Out[]> {
  let source: AsyncIterator<readonly In[]> | undefined;
  let isOver = false;

  function leave(): void {
    if (source !== undefined && !isOver) rewriter.leave?.();
    isOver = true;
  }
  async function close(): Promise<IteratorReturnResult<undefined>> {
    try {
      if (!isOver) await source?.return?.();
    } finally {
      leave();
    }
    return over;
  }
  /** What was written of its group comes before what comes instead of an error. */
  async function breakOff(cause: unknown, written: readonly Out[] = []): Promise<Step<Out>> {
    leave();
    if (rewriter.fail === undefined) throw cause;
    return { value: [...written, ...(await rewriter.fail(cause))], done: false };
  }
  function endOf(): Step<Out> {
    const last = [...(rewriter.end?.() ?? [])];
    leave();
    return last.length > 0 ? { value: last, done: false } : over;
  }
  /** `undefined` if nothing was written of the group. */
  function take(read: IteratorResult<readonly In[]>): Step<Out> | Promise<Step<Out>> | undefined {
    const written: Out[] = [];
    try {
      if (isOver) return over;
      if (read.done) return endOf();
      writeAll(read.value, rewriter, written);
      return written.length > 0 ? { value: written, done: false } : undefined;
    } catch (cause) {
      return close().then(() => breakOff(cause, written));
    }
  }
  function step(from: AsyncIterator<readonly In[]>): Promise<Step<Out> | undefined> {
    return isOver || rewriter.isOver ? close() : from.next().then(take, breakOff);
  }
  function next(): Promise<Step<Out>> {
    if (isOver) return Promise.resolve(over);
    if (source === undefined) {
      source = groups[Symbol.asyncIterator]();
      const first = [...(rewriter.begin?.() ?? [])];
      if (first.length > 0) return Promise.resolve({ value: first, done: false });
    }
    if (rewriter.isOver) return close();
    const from = source;
    return from.next().then(read => take(read) ?? firstOf(() => step(from)), breakOff);
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}

/** In a loop: were each group of which nothing is written to wait for the next, all of them would be kept. */
async function firstOf<Out>(step: () => Promise<Step<Out> | undefined>): Promise<Step<Out>> {
  for (;;) {
    const found = await step();
    if (found !== undefined) return found;
  }
}

type Step<Out> = IteratorResult<readonly Out[], undefined>;

const over = { value: undefined, done: true } as const;

function writtenOf<In, Out>(items: Iterable<In>, rewriter: Rewriter<In, Out>): readonly Out[] {
  const written: Out[] = [];
  writeAll(items, rewriter, written);
  return written;
}

function writeAll<In, Out>(items: Iterable<In>, rewriter: Rewriter<In, Out>, written: Out[]): void {
  for (const item of items) {
    const out = rewriter.write(item);
    if (Array.isArray(out) && out.length === 1) written.push(out[0]);
    else for (const each of out) written.push(each);
    if (rewriter.isOver) break;
  }
}
