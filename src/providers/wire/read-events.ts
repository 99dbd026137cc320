import { createParser } from 'eventsource-parser';
import { type ByteReader, readerOf } from './byte-reader.ts';

/** One server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerEvent {
  /** Empty when the server gave it none. */
  readonly name: string;
  readonly data: string;
}

/**
 * The events of a response, in the groups in which they arrive. Passing each one through several asynchronous
 * generators, as the SDKs do, takes longer than reading it.
 *
 * As in the SDKs, the last event counts even without the empty line after it. If the consumer stops, the connection is
 * closed, unless the last event has arrived: then the rest of the stream is read, so that the next request can use the
 * connection.
 *
 * @param isLast whether an event is the end marker, which is not passed on
 */
export function readEvents(
  body: ReadableStream<Uint8Array> | null,
  isLast: (event: ServerEvent) => boolean = () => false,
): AsyncIterable<readonly ServerEvent[]> {
  const reader = readerOf(body ?? emptyBody());
  const decoder = new TextDecoder();
  let arrived: ServerEvent[] = [];
  let isOver = false;
  let hasAll = false;
  let isLeft = false;
  const parser = createParser({
    onEvent({ event: name = '', data }) {
      const event = { name, data };
      hasAll ||= isLast(event);
      if (!hasAll) arrived.push(event);
    },
  });

  async function leave(): Promise<IteratorReturnResult<undefined>> {
    const mustLeave = !isOver && !isLeft;
    isLeft = true;
    if (mustLeave && hasAll) void readToEnd(reader);
    else if (mustLeave) await reader.cancel().catch(() => {});
    return over;
  }
  function take({ value, done }: ReadableStreamReadResult<Uint8Array>): Step | Promise<Step> {
    isOver = done;
    parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
    if (arrived.length === 0) return next();
    const group = arrived;
    arrived = [];
    return { value: group, done: false };
  }
  // Not a generator, in which each group would wait several times.
  function next(): Promise<Step> {
    return isOver || hasAll || isLeft ? leave() : reader.read().then(take);
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
}

type Step = IteratorResult<readonly ServerEvent[], undefined>;

const over = { value: undefined, done: true } as const;

function emptyBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: controller => controller.close() });
}

/** Milliseconds for which a server may keep a stream open after its last event. */
const patience = 250;

async function readToEnd(reader: ByteReader): Promise<void> {
  const cancel = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(cancel, patience);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The rest is not needed.
  } finally {
    clearTimeout(timer);
  }
}
