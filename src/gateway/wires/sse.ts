import type { StreamItem } from './wire.ts';

const encoder = new TextEncoder();

/** The items as server-sent events. Whoever cancels the stream ends the items. */
export function eventStream(items: AsyncIterable<StreamItem>): ReadableStream<Uint8Array> {
  const iterator = items[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(written(value)));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function written({ event, data }: StreamItem): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** Nothing between us and the client may hold the events back. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
