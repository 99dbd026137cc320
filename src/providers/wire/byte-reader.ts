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
 * Locks a body and gives its reader; of a body from `bodyOf`, the reader it was made of. Passing a small packet through
 * another stream takes longer than reading it.
 */
export function readerOf(body: ReadableStream<Uint8Array>): ByteReader {
  // Locks the body, also where its own reader isn't used.
  const own = body.getReader();
  return readers.get(body) ?? own;
}
