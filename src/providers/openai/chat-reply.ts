import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ModelRequest } from '../../converser/words/models/provider.ts';
import { type NativizeOptions, nativizeRequest } from '../../dialects/openai-chat/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/openai-chat/normalize-reply.ts';
import { postJson } from '../wire/post-json.ts';
import { requestJson } from '../wire/request-json.ts';
import { eventReplies } from './event-replies.ts';
import { callsRejected } from './failed-generation.ts';
import type { Replies, ReplyOptions } from './openai-model.ts';
import { learn, type Quirks, refusesSchema } from './quirks.ts';
import { createChunkReader } from './read-chunk.ts';

/** If a server refuses only the form of a request, the request is repeated in another form. */
export function createChatReplies(): Replies {
  let quirks: Quirks = {};

  async function open(request: ModelRequest, { clients, wire, signal, fetch }: ReplyOptions) {
    const client = await clients();
    for (let asked = request; ; ) {
      const known = quirks;
      try {
        return await post(client, body(asked, wire, known), { signal, fetch });
      } catch (cause) {
        const learnt = learn(cause, known, { ...asked, model: wire.model });
        if (learnt !== undefined) quirks = learnt;
        else if (asked.replySchema !== undefined && refusesSchema(cause)) asked = withoutSchema(asked);
        else throw cause;
      }
    }
  }

  return eventReplies({
    dialect: 'openai-chat',
    open,
    createReader: createChunkReader,
    salvage: callsRejected,
    createNormalizer: createReplyNormalizer,
  });
}

function withoutSchema({ replySchema: _refused, ...request }: ModelRequest): ModelRequest {
  return request;
}

/** Unlike `client.chat.completions.create`, it writes what has not changed in the request only once. */
function post(
  client: OpenAI,
  asked: ChatCompletionCreateParamsStreaming,
  { signal, fetch }: Pick<ReplyOptions, 'signal' | 'fetch'>,
): Promise<Response> {
  const from = asked.messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const json = requestJson(asked, { list: 'messages', from: Math.max(0, from) });
  return postJson(client, '/chat/completions', { json, signal, fetch });
}

function body(
  request: ModelRequest,
  wire: NativizeOptions,
  { noUsage, completionTokens, noReplySchema, noEffort, singleCalls }: Quirks,
): ChatCompletionCreateParamsStreaming {
  const sent = noReplySchema ? withoutSchema(request) : request;
  const asked = nativizeRequest(sent, {
    ...wire,
    ...(noUsage && { usage: false }),
    ...(singleCalls?.has(wire.model) && { parallel: false }),
  });
  const { reasoning_effort: effort, max_tokens: limit, ...others } = asked;
  return {
    ...others,
    ...(effort === undefined || noEffort?.has(wire.model) ? {} : { reasoning_effort: effort }),
    ...(limit === undefined ? {} : { [completionTokens ? 'max_completion_tokens' : 'max_tokens']: limit }),
  };
}
