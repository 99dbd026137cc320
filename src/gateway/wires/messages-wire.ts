import type Anthropic from '@anthropic-ai/sdk';
import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject, parseJson } from '../../converser/ground/json/json.ts';
import { estimateRequest } from '../../converser/words/spending/estimate-request.ts';
import { nativizeReply, type StreamEvent } from '../../dialects/anthropic-messages/nativize-reply.ts';
import { normalizeRequest } from '../../dialects/anthropic-messages/normalize-request.ts';
import { eventJson } from '../../dialects/anthropic-messages/write-event.ts';
import type { AskedHeaders } from '../asked.ts';
import { eventText } from './sse.ts';
import type { Wire } from './wire.ts';

export const messagesWire: Wire = {
  path: '/v1/messages',
  ping: 'event: ping\ndata: {"type":"ping"}\n\n',
  idPrefixes: { reply: 'msg', call: 'toolu' },
  isLast: data => (data as StreamEvent).type === 'message_delta',
  read(body, { timestamp, headers }) {
    const request = normalizeRequest(withBetas(body, headers), { timestamp });
    return {
      request,
      stream: (events, names) => nativizeReply(events, { ...names, estimate: estimateRequest(request, '') }),
      write: event => eventText(eventJson(event as StreamEvent), (event as StreamEvent).type),
      whole: events => joinBlocks(events as AsyncIterable<StreamEvent>),
    };
  },
};

/** As in the SDK, what a client turns on by header joins the options that need it. */
export function withBetas(body: unknown, headers: AskedHeaders): unknown {
  const betas = (headers.get('anthropic-beta') ?? '').split(',').flatMap(name => name.trim() || []);
  return betas.length === 0 || !isJsonObject(body) ? body : { ...body, betas };
}

/** Throws `model-failed` if the last event is an error. */
async function joinBlocks(events: AsyncIterable<StreamEvent>): Promise<object> {
  let message: object = {};
  const content: object[] = [];
  let open: OpenBlock = { block: {}, pieces: [], signature: '' };
  for await (const event of events) {
    switch (event.type) {
      case 'message_start':
        message = event.message;
        break;
      case 'content_block_start':
        open = { block: event.content_block, pieces: [], signature: '' };
        break;
      case 'content_block_delta':
        add(open, event.delta);
        break;
      case 'content_block_stop':
        content.push(closed(open));
        break;
      case 'message_delta':
        message = { ...message, ...event.delta, usage: event.usage };
        break;
      case 'message_stop':
        break;
      case 'error':
        throw errors.modelFailed('The model', event.error.message);
    }
  }
  return { ...message, content };
}

interface OpenBlock {
  readonly block: object & { readonly type?: string };
  readonly pieces: string[];
  signature: string;
}

function add(open: OpenBlock, delta: Anthropic.RawContentBlockDelta): void {
  switch (delta.type) {
    case 'text_delta':
      open.pieces.push(delta.text);
      break;
    case 'thinking_delta':
      open.pieces.push(delta.thinking);
      break;
    case 'input_json_delta':
      open.pieces.push(delta.partial_json);
      break;
    case 'signature_delta':
      open.signature += delta.signature;
      break;
    default:
      break;
  }
}

function closed({ block, pieces, signature }: OpenBlock): object {
  const written = pieces.join('');
  switch (block.type) {
    case 'text':
      return { ...block, text: written };
    case 'thinking':
      return { ...block, thinking: written, signature };
    case 'tool_use':
      // The SDKs expect an object, whatever the model wrote.
      return { ...block, input: parseJson(written) ?? {} };
    default:
      return block;
  }
}
