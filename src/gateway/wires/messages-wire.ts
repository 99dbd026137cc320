import { rewritten } from '../../converser/ground/async/rewritten.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { nativizeReply, type StreamEvent } from '../../dialects/anthropic-messages/nativize-reply.ts';
import { normalizeRequest } from '../../dialects/anthropic-messages/normalize-request.ts';
import { eventJson } from '../../dialects/anthropic-messages/write-event.ts';
import { joinBlocks } from './join-blocks.ts';
import type { StreamItem, Wire } from './wire.ts';

export const messagesWire: Wire = {
  path: '/v1/messages',
  ping: 'event: ping\ndata: {"type":"ping"}\n\n',
  isLast: data => (data as StreamEvent).type === 'message_delta',
  read(body, { timestamp, headers }) {
    const request = normalizeRequest(withBetas(body, headers), { timestamp });
    return {
      request,
      stream(events, { next }) {
        const named = { id: next('msg'), model: request.model };
        const written = nativizeReply(events, { ...named, nextCallId: () => next('toolu') });
        return rewritten(written, { write: data => [{ event: data.type, data }] });
      },
      json: data => eventJson(data as StreamEvent),
      whole: items => joinBlocks(eventsOf(items)),
    };
  },
};

/** As in the SDK, what a client turns on by header joins the options that need it. */
export function withBetas(body: unknown, headers: Headers): unknown {
  const betas = (headers.get('anthropic-beta') ?? '').split(',').flatMap(name => name.trim() || []);
  return betas.length === 0 || !isJsonObject(body) ? body : { ...body, betas };
}

async function* eventsOf(items: AsyncIterable<StreamItem>): AsyncGenerator<StreamEvent, void> {
  for await (const { data } of items) yield data as StreamEvent;
}
