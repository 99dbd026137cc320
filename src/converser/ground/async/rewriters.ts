export interface Rewriter<In, Out> {
  readonly begin?: () => Iterable<Out>;
  readonly write: (item: In) => Iterable<Out>;
  readonly end?: () => Iterable<Out>;
  readonly isOver?: () => boolean;
  /** Replaces an error of the stream or of its writer, and ends the stream. Default: the error. */
  readonly fail?: (cause: unknown) => Promise<Iterable<Out>>;
  readonly leave?: () => void;
}

export interface Rewriters<Out> {
  begin(): readonly Out[];
  write(items: readonly unknown[], written: Out[]): void;
  end(): readonly Out[];
  /** Throws the error if no rewriter replaces it. */
  fail(cause: unknown): Promise<readonly Out[]>;
  isOver(): boolean;
  leave(): void;
}

/** Contract: each takes what the one before makes, the first the stream's items; the last makes `Out`. */
export function createRewriters<Out>(rewriters: readonly Rewriter<never, unknown>[]): Rewriters<Out> {
  let isOver = false;

  /** Most items become one item, for which a loop makes no list. */
  function pass(first: unknown, from: number, written: unknown[]): void {
    let item = first;
    let at = from;
    for (let rewriter = rewriters[at]; rewriter !== undefined; rewriter = rewriters[++at]) {
      const made = rewriter.write(item as never);
      if (!Array.isArray(made) || made.length !== 1 || rewriter.isOver?.()) {
        passAll(made, at + 1, written);
        // Asked only now: a generator knows that it is over once it has run.
        if (rewriter.isOver?.()) passLast([], at + 1, written);
        return;
      }
      item = made[0];
    }
    written.push(item);
  }
  function passAll(items: Iterable<unknown>, from: number, written: unknown[]): void {
    for (const item of items) {
      if (isOver) return;
      pass(item, from, written);
    }
  }
  function passLast(items: Iterable<unknown>, from: number, written: unknown[]): void {
    passAll(items, from, written);
    for (let at = from; at < rewriters.length && !isOver; at++)
      passAll(rewriters[at]?.end?.() ?? [], at + 1, written);
    isOver = true;
  }

  return {
    begin() {
      const written: unknown[] = [];
      // The first rewriter's end goes through the ones after it.
      for (let at = rewriters.length - 1; at >= 0; at--)
        passAll(rewriters[at]?.begin?.() ?? [], at + 1, written);
      return written as Out[];
    },
    write: (items, written) => passAll(items, 0, written),
    end() {
      const written: unknown[] = [];
      passLast([], 0, written);
      return written as Out[];
    },
    async fail(cause) {
      const at = rewriters.findIndex(({ fail }) => fail !== undefined);
      const said = await rewriters[at]?.fail?.(cause);
      if (said === undefined) throw cause;
      const written: unknown[] = [];
      passLast(said, at + 1, written);
      return written as Out[];
    },
    isOver: () => isOver,
    leave() {
      for (const rewriter of rewriters) rewriter.leave?.();
    },
  };
}
