import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { isJsonObject, type JsonValue, parseJson } from '../../converser/ground/json/json.ts';
import type { ModelEvent, ModelRequest } from '../../converser/words/models/provider.ts';
import { replyLimits } from '../../converser/words/models/reply-limits.ts';
import { readArguments } from '../../dialects/call-arguments.ts';
import { type NativizeOptions, nativizeRequest } from '../../dialects/openai-chat/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/openai-chat/normalize-reply.ts';
import { ReportedError } from '../../dialects/reported-error.ts';
import type { Answer } from '../wire/exchange.ts';
import { type PostOptions, postJson } from '../wire/post-json.ts';
import { requestJson } from '../wire/request-json.ts';
import type { Clients } from './client.ts';
import { eventReplies } from './event-replies.ts';
import type { Replies, ReplyOptions } from './openai-model.ts';
import { learn, type Quirks, refusesSchema } from './quirks.ts';
import { readChunk } from './read-chunk.ts';

export function createChatReplies(): Replies {
  let quirks: Quirks = {};

  async function open(request: ModelRequest, { clients, wire, signal, exchange }: ReplyOptions) {
    for (let asked = request; ; ) {
      const known = quirks;
      try {
        const { origin, silence } = asked;
        return await post(clients, body(asked, wire, known), { signal, exchange, origin, silence });
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
    parse: readChunk,
    salvage: callsRejected,
    createNormalizer: createReplyNormalizer,
  });
}

function withoutSchema({ replySchema: _refused, ...request }: ModelRequest): ModelRequest {
  return request;
}

/** Unlike `client.chat.completions.create`, it writes what has not changed in the request only once. */
function post(
  clients: Clients,
  asked: ChatCompletionCreateParamsStreaming,
  options: Omit<PostOptions, 'json'>,
): Promise<Answer> {
  const from = asked.messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const json = requestJson(asked, { list: 'messages', from: Math.max(0, from) });
  return postJson(clients, '/chat/completions', { json, ...options });
}

function body(
  request: ModelRequest,
  wire: NativizeOptions,
  { noUsage, completionTokens, noReplySchema, noEffort, singleCalls, thoughts }: Quirks,
): ChatCompletionCreateParamsStreaming {
  const sent = noReplySchema ? withoutSchema(request) : request;
  const asked = nativizeRequest(sent, {
    ...wire,
    ...(noUsage && { usage: false }),
    ...(singleCalls?.has(wire.model) && { parallel: false }),
    back: thoughts?.get(wire.model),
  });
  const { reasoning_effort: effort, max_tokens: limit, ...others } = asked;
  return {
    ...others,
    ...(effort === undefined || noEffort?.has(wire.model) ? {} : { reasoning_effort: effort }),
    ...(limit === undefined ? {} : { [completionTokens ? 'max_completion_tokens' : 'max_tokens']: limit }),
  };
}

type Call = Extract<ModelEvent, { type: 'invocation' }>;

/** Models correct such calls themselves, so they are passed on: https://console.groq.com/docs/tool-use */
function callsRejected(cause: unknown): readonly ModelEvent[] | undefined {
  const { code, failed_generation: written } = reportIn(cause);
  if (code !== 'tool_use_failed' || typeof written !== 'string') return undefined;
  const calls = readCalls(written.trim());
  if (calls.length === 0 || calls.length > replyLimits.calls) return undefined;
  return [...calls, { type: 'finish', reason: 'invocations' }];
}

function reportIn(cause: unknown): Readonly<Record<string, unknown>> {
  const report = cause instanceof ReportedError ? cause.report : Object(cause).error;
  return isJsonObject(report) ? report : {};
}

/** The calls are JSON, in a fence or without one, or in Llama's form: `<function=name>{…}</function>`. */
function readCalls(written: string): readonly Call[] {
  const value = parseJson(written.replace(/^```(json)?/, '').replace(/```$/, ''));
  if (value !== undefined) return callsOf(value);
  const [head, name] = /^<?(?:function=)?([\w.-]{1,64})>?\s*(?=\{)/.exec(written) ?? [];
  if (head === undefined || name === undefined) return [];
  return [callOf(name, written.slice(head.length).replace(/<\/function>$/, ''))];
}

function callsOf(value: JsonValue): readonly Call[] {
  if (Array.isArray(value)) return value.flatMap(each => callsOf(each));
  if (!isJsonObject(value)) return [];
  const { tool_calls: several, function: called = value, name, arguments: args = value.parameters } = value;
  if (Array.isArray(several)) return callsOf(several);
  if (typeof name === 'string') return [callOf(name, args)];
  if (!isJsonObject(called) || typeof called.name !== 'string') return [];
  return [callOf(called.name, called.arguments ?? called.parameters ?? args)];
}

function callOf(name: string, args: JsonValue | undefined): Call {
  return {
    type: 'invocation',
    name,
    arguments: typeof args === 'string' ? readArguments(args) : (args ?? {}),
  };
}
