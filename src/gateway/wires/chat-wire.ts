import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { nativizeReply, type StreamChunk } from '../../dialects/openai-chat/nativize-reply.ts';
import { type NormalizedRequest, normalizeRequest } from '../../dialects/openai-chat/normalize-request.ts';
import { createChunkJson } from '../../dialects/openai-chat/write-chunk.ts';
import { normalizeRequest as normalizeResponses } from '../../dialects/openai-responses/normalize-request.ts';
import { eventText } from './sse.ts';
import { silentPing, type Wire } from './wire.ts';

export const chatWire: Wire = {
  path: '/v1/chat/completions',
  ping: silentPing,
  idPrefixes: { reply: 'chatcmpl', call: 'call' },
  isLast: data => (data as Partial<ChatCompletionChunk>).choices?.[0]?.finish_reason != null,
  read(body, { timestamp }) {
    const { usage, ...request } = readAsMeant(body, { timestamp });
    const json = createChunkJson();
    let hasFailed = false;
    return {
      request,
      // A whole reply always says what it used.
      stream: (events, names) => nativizeReply(events, { ...names, usage: usage || !request.stream }),
      write(chunk) {
        hasFailed ||= 'error' in chunk;
        return eventText(json(chunk));
      },
      end: () => (hasFailed ? '' : eventText('[DONE]')),
      whole: chunks => joinChunks(chunks as AsyncIterable<StreamChunk>),
    };
  },
};

/** Cursor sends the body of Responses to this path, and reads the answer of this one. */
function readAsMeant(body: unknown, options: { readonly timestamp: string }): NormalizedRequest {
  if (!isJsonObject(body) || body.messages !== undefined || body.input === undefined)
    return normalizeRequest(body, options);
  const asked = isJsonObject(body.stream_options) && body.stream_options.include_usage === true;
  return { ...normalizeResponses(body, options), usage: asked };
}

type Delta = ChatCompletionChunk.Choice.Delta & { readonly reasoning_content?: string };
type Call = NonNullable<Delta['tool_calls']>[number];

/** Throws `model-failed` if the last chunk is an error. */
async function joinChunks(chunks: AsyncIterable<StreamChunk>): Promise<object> {
  let last: ChatCompletionChunk | undefined;
  let finish: ChatCompletionChunk.Choice['finish_reason'] = null;
  let content = '';
  let reasoning = '';
  const calls = new Map<number, Call>();
  for await (const chunk of chunks) {
    if ('error' in chunk) throw errors.modelFailed('The model', chunk.error.message);
    last = chunk;
    const [choice] = chunk.choices;
    if (choice === undefined) continue;
    const delta: Delta = choice.delta;
    content += delta.content ?? '';
    reasoning += delta.reasoning_content ?? '';
    for (const piece of delta.tool_calls ?? []) calls.set(piece.index, joined(calls.get(piece.index), piece));
    finish = choice.finish_reason ?? finish;
  }
  if (last === undefined) throw errors.modelFailed('The model', 'it sent nothing.');
  const { id, created, model, usage } = last;
  const message = {
    role: 'assistant',
    content: content === '' && calls.size > 0 ? null : content,
    refusal: null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.size === 0
      ? {}
      : { tool_calls: [...calls.values()].map(({ index: _index, ...call }) => call) }),
  };
  const choices = [{ index: 0, message, finish_reason: finish ?? 'stop', logprobs: null }];
  return { id, object: 'chat.completion', created, model, choices, usage };
}

/** The first piece of a call has its id and name, and each one a part of its arguments. */
function joined(call: Call | undefined, { function: more, ...piece }: Call): Call {
  if (call === undefined) return { ...piece, ...(more && { function: more }) };
  const written = (call.function?.arguments ?? '') + (more?.arguments ?? '');
  return { ...call, function: { ...call.function, arguments: written } };
}
