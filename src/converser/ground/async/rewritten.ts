import { type Flow, flowing, flowOf, type InGroups, type Taker } from './flow.ts';

export interface Rewriter<In, Out> {
  readonly begin?: () => Iterable<Out>;
  readonly write: (item: In) => Iterable<Out>;
  readonly end?: () => Iterable<Out>;
  readonly isOver?: () => boolean;
  /** Replaces an error of the stream or of its writer, and ends the stream. Default: the error. */
  readonly fail?: (cause: unknown) => Promise<Iterable<Out>>;
  readonly leave?: () => void;
}

/** Contract: what it has written when it throws counts. */
type GroupRewriter<In, Out> = Omit<Rewriter<In, Out>, 'write'> & {
  readonly writeAll: (items: readonly In[], written: Out[]) => void;
};

export function rewritten<In, Out>(items: AsyncIterable<In>, rewriter: Rewriter<In, Out>): InGroups<Out> {
  const { write, isOver } = rewriter;
  return rewrittenAsGroups(items, {
    ...rewriter,
    writeAll(group, written) {
      for (const item of group) {
        for (const made of write(item)) written.push(made);
        // Asked only now: a generator knows that it is over once it has run.
        if (isOver?.()) return;
      }
    },
  });
}

export function rewrittenAsGroups<In, Out>(
  items: AsyncIterable<In>,
  { begin, writeAll, end, isOver: isOverNow, fail, leave }: GroupRewriter<In, Out>,
): InGroups<Out> {
  const flow: Flow<In> = flowOf(items);
  let hasBegun = false;
  let isOver = false;
  let closing: Promise<void> | undefined;

  function endRewriter(): void {
    if (hasBegun) leave?.();
    hasBegun = false;
    isOver = true;
  }
  function close(reason?: unknown): Promise<void> {
    closing ??= flow.leave(reason).finally(endRewriter);
    return closing;
  }
  function write(group: readonly In[], written: Out[]): boolean {
    writeAll(group, written);
    isOver = isOverNow?.() ?? false;
    return isOver;
  }
  async function breakOff(cause: unknown, written: readonly Out[], taker: Taker<Out>): Promise<void> {
    endRewriter();
    if (fail === undefined) throw cause;
    taker.take([...written, ...(await fail(cause))], true);
  }
  function take(group: readonly In[], isLast: boolean, taker: Taker<Out>): void {
    const written: Out[] = [];
    try {
      if (!write(group, written) && isLast) {
        for (const made of end?.() ?? []) written.push(made);
        endRewriter();
      }
    } catch (cause) {
      close()
        .then(() => breakOff(cause, written, taker))
        .catch(taker.fail);
      return;
    }
    if (isOver || written.length > 0) taker.take(written, isOver);
    else pull(taker);
  }
  function pull(taker: Taker<Out>): void {
    if (isOver) taker.take([], true);
    else
      flow.pull({
        take: (group, isLast) => take(group, isLast, taker),
        fail: cause => void breakOff(cause, [], taker).catch(taker.fail),
      });
  }
  return flowing({
    begin() {
      hasBegun = true;
      const written = [...(begin?.() ?? [])];
      const first = flow.begin();
      if (first.length > 0) write(first, written);
      return written;
    },
    pull,
    leave: close,
  });
}
