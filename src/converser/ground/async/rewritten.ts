import { groupsOf, type InGroups, inGroups } from './in-groups.ts';
import { createRewriters, type Rewriter, type Rewriters } from './rewriters.ts';

interface Rewritten<T> extends InGroups<T> {
  rewrite<Out>(further: Rewriter<T, Out>): InGroups<Out>;
}

export function rewritten<In, Out>(items: AsyncIterable<In>, rewriter: Rewriter<In, Out>): InGroups<Out> {
  if ('rewrite' in items) return (items as Rewritten<In>).rewrite(rewriter);
  return inTurn(items, [rewriter]);
}

function inTurn<Out>(
  items: AsyncIterable<unknown>,
  rewriters: readonly Rewriter<never, unknown>[],
): Rewritten<Out> {
  return {
    ...inGroups(rewrittenGroups<Out>(groupsOf(items), createRewriters(rewriters))),
    rewrite: further => inTurn(items, [...rewriters, further]),
  };
}

/** Not a generator, in which each group would wait several times. */
function rewrittenGroups<Out>(
  groups: AsyncIterable<readonly unknown[]>,
  rewriters: Rewriters<Out>,
): AsyncIterable<readonly Out[]> {
  let source: AsyncIterator<readonly unknown[]> | undefined;
  let isOver = false;

  function leave(): void {
    if (source !== undefined && !isOver) rewriters.leave();
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
  async function breakOff(cause: unknown, written: readonly Out[] = []): Promise<Step<Out>> {
    leave();
    return { value: [...written, ...(await rewriters.fail(cause))], done: false };
  }
  function endOf(): Step<Out> {
    const last = rewriters.end();
    leave();
    return last.length > 0 ? { value: last, done: false } : over;
  }
  function take(read: IteratorResult<readonly unknown[]>): Step<Out> | Promise<Step<Out>> | undefined {
    const written: Out[] = [];
    try {
      if (isOver) return over;
      if (read.done) return endOf();
      rewriters.write(read.value, written);
      return written.length > 0 ? { value: written, done: false } : undefined;
    } catch (cause) {
      return close().then(() => breakOff(cause, written));
    }
  }
  function step(from: AsyncIterator<readonly unknown[]>): Promise<Step<Out> | undefined> {
    return isOver || rewriters.isOver() ? close() : from.next().then(take, breakOff);
  }
  function next(): Promise<Step<Out>> {
    if (isOver) return Promise.resolve(over);
    if (source === undefined) {
      source = groups[Symbol.asyncIterator]();
      const first = rewriters.begin();
      if (first.length > 0) return Promise.resolve({ value: first, done: false });
    }
    if (rewriters.isOver()) return close();
    const from = source;
    return from.next().then(read => take(read) ?? firstOf(() => step(from)), breakOff);
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}

/** A loop, because a chain of waits for groups that write nothing would keep all of them. */
async function firstOf<Out>(step: () => Promise<Step<Out> | undefined>): Promise<Step<Out>> {
  for (;;) {
    const found = await step();
    if (found !== undefined) return found;
  }
}

type Step<Out> = IteratorResult<readonly Out[], undefined>;

const over = { value: undefined, done: true } as const;
