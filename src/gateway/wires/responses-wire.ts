import { rewritten } from '../../converser/ground/async/rewritten.ts';
import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { nativizeReply } from '../../dialects/openai-responses/nativize-reply.ts';
import { normalizeRequest } from '../../dialects/openai-responses/normalize-request.ts';
import { eventText } from './sse.ts';
import { silentPing, type Wire } from './wire.ts';

/** Keeps only recent items of replies, in memory, unless the client says `store: false`. */
export function createResponsesWire(): Wire {
  const recent = createRecentItems();
  return {
    path: '/v1/responses',
    ping: silentPing,
    idPrefixes: { reply: 'resp', call: 'call' },
    isLast: data => 'response' in data && 'type' in data && ends.has(data.type),
    read(body, { timestamp, client }) {
      const request = normalizeRequest(
        withItems(body, id => recent.find(client, id)),
        { timestamp },
      );
      const isKept = isJsonObject(body) && body.store !== false;
      return {
        request,
        stream(events, names) {
          let count = 0;
          const written = nativizeReply(events, { ...names, ...(isJsonObject(body) && { request: body }) });
          return rewritten(written, {
            write(event) {
              const { type, item } = event;
              if (isKept && type === 'response.output_item.done' && isJsonObject(item))
                recent.remember(client, item);
              return [{ ...event, sequence_number: count++ }];
            },
          });
        },
        write: event => eventText(JSON.stringify(event), String(Object(event).type)),
        whole: lastResponse,
      };
    },
  };
}

const ends: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete']);

function withItems(body: unknown, find: (id: unknown) => object | undefined): unknown {
  if (!isJsonObject(body) || !Array.isArray(body.input)) return body;
  const input = body.input.map(item => (isReference(item) ? (find(item.id) ?? item) : item));
  return { ...body, input };
}

function isReference(item: unknown): item is { readonly id?: unknown } {
  return isJsonObject(item) && item.type === 'item_reference';
}

async function lastResponse(events: AsyncIterable<object>): Promise<object> {
  let last: unknown;
  for await (const event of events) if (isJsonObject(event)) last = event.response;
  if (!isJsonObject(last)) throw errors.modelFailed('The model', 'it sent nothing.');
  return last;
}

type Item = object & { readonly id?: unknown };

const mostItems = 2_000;
/** In characters of all items together. */
const most = 8_000_000;

/** Contract: bounded, in memory only, and each client finds only its own items. The oldest are forgotten first. */
function createRecentItems() {
  const known = new Map<string, { readonly item: Item; readonly size: number }>();
  let total = 0;
  const keyOf = (client: string, id: unknown) => JSON.stringify([client, id]);

  function forget(key: string): void {
    total -= known.get(key)?.size ?? 0;
    known.delete(key);
  }

  return {
    remember(client: string, item: Item): void {
      const key = keyOf(client, item.id);
      const size = JSON.stringify(item).length;
      forget(key);
      known.set(key, { item, size });
      total += size;
      for (const oldest of known.keys()) {
        if (known.size <= mostItems && total <= most) break;
        forget(oldest);
      }
    },
    find: (client: string, id: unknown): Item | undefined => known.get(keyOf(client, id))?.item,
  };
}
