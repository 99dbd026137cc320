/** Reads a body piece by piece. */
export interface ByteReader {
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
  cancel(reason?: unknown): Promise<void>;
}

const readers = new WeakMap<ReadableStream, ByteReader>();

/** A body of what the reader reads, on demand only. */
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
  readers.set(body, reader);
  return body;
}

/**
 * The reader of a body that nobody reads yet. Of one that was made with `bodyOf`, it is the one it was made of: each stream
 * that a small packet goes through takes longer than to read it.
 */
export function readerOf(body: ReadableStream<Uint8Array>): ByteReader {
  // Asked for in any case, so that nobody else can read it.
  const own = body.getReader();
  return readers.get(body) ?? own;
}
