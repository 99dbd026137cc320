import { createObjectMemory } from '../../converser/ground/object-memory.ts';

export interface ByteReader {
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
  cancel(reason?: unknown): Promise<void>;
}

type Wrap = (own: ByteReader) => ByteReader;

const wraps = createObjectMemory<ReadableStream, Wrap>();

/** Contract: only `readerOf` reads this body. Another stream in between would take longer than reading. */
export function readThrough(body: ReadableStream<Uint8Array>, wrap: Wrap): void {
  const inner = wraps.get(body);
  wraps.set(body, inner === undefined ? wrap : own => wrap(inner(own)));
}

export function bodyOf(reader: ByteReader): ReadableStream<Uint8Array> {
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: reason => reader.cancel(reason),
  };
  const body = new ReadableStream(source, { highWaterMark: 0 });
  readThrough(body, () => reader);
  return body;
}

export function readerOf(body: ReadableStream<Uint8Array>): ByteReader {
  const own = body.getReader();
  return wraps.get(body)?.(own) ?? own;
}

export function isEventStream({ ok, headers }: Response): boolean {
  return ok && (headers.get('content-type') ?? '').includes('text/event-stream');
}

const inPieces = createObjectMemory<ReadableStream, readonly Uint8Array[]>();

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
  inPieces.set(stream, pieces);
  return stream;
}

export function piecesOf(body: ReadableStream): readonly Uint8Array[] | undefined {
  return body.locked ? undefined : inPieces.get(body);
}
