const known = new WeakMap<ReadableStream, readonly Uint8Array[]>();

/** A body of these pieces, for any `fetch`. Ours writes them as they are, which takes a fraction of the time. */
export function streamOf(
  pieces: readonly Uint8Array<ArrayBuffer>[],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const piece = pieces[next++];
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  known.set(stream, pieces);
  return stream;
}

/** Those of a body that is made of pieces, and begins with the first of them still. */
export function piecesOf(body: ReadableStream): readonly Uint8Array[] | undefined {
  return body.locked ? undefined : known.get(body);
}
