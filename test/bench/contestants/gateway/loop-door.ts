import { createParser } from 'eventsource-parser';
import type { CreateContestant } from '../main.ts';
import { visited } from './door.ts';
import { openHono, passOn, streamHeaders } from './hono-door.ts';

/**
 * The least that a door does which looks at what it passes on: it parses each event, and renders it anew. What arrives
 * together is written together.
 */
export const createLoopDoor: CreateContestant = async assignment => {
  const url = await openHono(async request => {
    const { body } = await passOn(request, assignment.url);
    if (body === null) throw new Error('There is no answer.');
    return new Response(rendered(body), { headers: streamHeaders });
  });
  return visited(assignment, { url });
};

function rendered(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let written = '';
  const parser = createParser({
    onEvent({ event, data }) {
      const json = data === '[DONE]' ? data : JSON.stringify(JSON.parse(data));
      written += `${event === undefined ? '' : `event: ${event}\n`}data: ${json}\n\n`;
    },
  });
  return new ReadableStream({
    async pull(controller) {
      while (written === '') {
        const { value, done } = await reader.read();
        if (done) return controller.close();
        parser.feed(decoder.decode(value, { stream: true }));
      }
      controller.enqueue(encoder.encode(written));
      written = '';
    },
    cancel: reason => reader.cancel(reason),
  });
}
