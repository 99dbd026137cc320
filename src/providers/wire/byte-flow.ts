import type { Flow, Taker } from '../../converser/ground/async/flow.ts';

export type ByteFlow = Flow<Uint8Array>;

/** Reads on demand only. */
export function bodyOf(flow: ByteFlow): ReadableStream<Uint8Array<ArrayBuffer>> {
  let hasBegun = false;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    new Promise<void>((resolve, reject) => {
      const take = (pieces: readonly Uint8Array[], isLast: boolean) => {
        for (const piece of pieces) controller.enqueue(piece);
        if (isLast) controller.close();
        else if (pieces.length === 0) return flow.pull({ take, fail: reject });
        resolve();
      };
      const first = hasBegun ? [] : flow.begin();
      hasBegun = true;
      if (first.length > 0) take(first, false);
      else flow.pull({ take, fail: reject });
    });
  const source: UnderlyingDefaultSource<Uint8Array> = { pull, cancel: reason => flow.leave(reason) };
  return new ReadableStream(source, { highWaterMark: 0 }) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

export function flowOfPieces(pieces: readonly Uint8Array[]): ByteFlow {
  return { begin: () => [], pull: ({ take }) => take(pieces, true), leave: async () => {} };
}

/** Contract: what hears never throws. */
export function heardFlow(flow: ByteFlow, { hear, fail = cause => cause, wait, leave }: Hearing): ByteFlow {
  return {
    begin: flow.begin,
    pull(taker: Taker<Uint8Array>) {
      wait?.();
      flow.pull({
        take(pieces, isLast) {
          hear(pieces, isLast);
          taker.take(pieces, isLast);
        },
        fail: cause => taker.fail(fail(cause)),
      });
    },
    async leave(reason) {
      leave?.();
      await flow.leave(reason);
    },
  };
}

interface Hearing {
  readonly hear: (pieces: readonly Uint8Array[], isLast: boolean) => void;
  /** Returns what is told instead. */
  readonly fail?: (cause: unknown) => unknown;
  readonly wait?: () => void;
  readonly leave?: () => void;
}
