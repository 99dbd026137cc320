import { createParser } from 'eventsource-parser';

/** One server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerEvent {
  /** Empty when the server gave it none. */
  readonly name: string;
  readonly data: string;
}

/**
 * The events of a response, in the groups in which they arrive: handing out each by itself, as the SDKs do through
 * several asynchronous generators, costs more than reading it.
 *
 * As in the SDKs, an event at the very end counts without the empty line that should follow it. A consumer that
 * leaves closes the connection, unless it has had the last event: then what is left of the stream is waited for,
 * because a connection that is read to its end serves the next request too.
 *
 * @param isLast whether nothing that counts comes after an event; it is not handed out
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  isLast: (event: ServerEvent) => boolean = () => false,
): AsyncGenerator<readonly ServerEvent[], void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let arrived: ServerEvent[] = [];
  let isOver = false;
  let hasAll = false;
  const parser = createParser({
    onEvent({ event: name = '', data }) {
      const event = { name, data };
      hasAll ||= isLast(event);
      if (!hasAll) arrived.push(event);
    },
  });
  const take = () => {
    const group = arrived;
    arrived = [];
    return group;
  };
  try {
    while (!isOver && !hasAll) {
      const { value, done } = await reader.read();
      isOver = done;
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
      if (arrived.length > 0) yield take();
    }
  } finally {
    if (hasAll && !isOver) void readToEnd(reader);
    else if (!isOver) await reader.cancel().catch(() => {});
  }
}

/** Milliseconds for which a server may keep a stream open of which all was heard. */
const patience = 250;

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const cancel = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(cancel, patience);
  try {
    while (!(await reader.read()).done);
  } catch {
    // Nothing of it was wanted.
  } finally {
    clearTimeout(timer);
  }
}
