import type {
  ResponseCustomToolCall,
  ResponseFunctionToolCall,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseStreamEvent,
  ResponseUsage,
} from 'openai/resources/responses/responses';
import { type InGroups, type Rewriter, rewritten } from '../../converser/async/in-groups.ts';
import type { ErrorData } from '../../converser/errors.ts';
import type { JsonObject } from '../../converser/json/json.ts';
import type { FinishReason, ModelEvent, Usage } from '../../converser/models/provider.ts';
import { writeArguments } from '../call-arguments.ts';
import { type ClientTool, customText } from '../client-request.ts';

/** An event without its `sequence_number`, which the writer adds, counting from 0. */
export type StreamEvent = { readonly [key: string]: unknown } & {
  readonly type: ResponseStreamEvent['type'];
};

export interface NativizeReplyOptions {
  /** The id of the response. Must be unique, because clients identify responses by it. */
  readonly id: string;
  /** The model as the client named it. */
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** A new id for each call. */
  readonly nextCallId: () => string;
  /** How the client knows its tools, where that differs from how models know them. */
  readonly clientTools?: ReadonlyMap<string, ClientTool>;
  /** The client's own request, of which each response repeats the settings. */
  readonly request?: JsonObject;
}

/**
 * A reply as a stream in this format: each item is added, filled and done before the next one, and the last event
 * holds all items. Reasoning is left out, because it could not be replayed without its encrypted content.
 */
export function nativizeReply(
  events: AsyncIterable<ModelEvent>,
  options: NativizeReplyOptions,
): InGroups<StreamEvent> {
  return rewritten(events, createReplyWriter(options));
}

function createReplyWriter(options: NativizeReplyOptions): Rewriter<ModelEvent, StreamEvent> {
  const items = createItems(options);
  const response = (status: string, more: object = {}) => responseOf(options, { status, ...more });
  const begun = () => response('in_progress', { output: [] });
  let usage: Usage = {};
  let isOver = false;
  function write(event: ModelEvent): Iterable<StreamEvent> {
    switch (event.type) {
      case 'text-delta':
        return items.say(event.text);
      case 'invocation':
        // This format cannot say that a call is only proposed.
        return event.proposed ? [] : items.call(event);
      case 'usage':
        usage = { ...usage, ...event.usage };
        return [];
      case 'finish': {
        isOver = true;
        const closing = [...items.close()];
        return [
          ...closing,
          ending(event.reason, response, { output: items.done, usage: nativizeUsage(usage) }),
        ];
      }
      case 'failure':
        isOver = true;
        return failed(event.error, response);
      default:
        return [];
    }
  }
  return {
    begin: () => [
      { type: 'response.created', response: begun() },
      { type: 'response.in_progress', response: begun() },
    ],
    write,
    end: () => failed({ code: 'model-failed', message: 'The reply broke off.' }, response),
    get isOver() {
      return isOver;
    },
  };
}

type MakeResponse = (status: string, more?: object) => object;

function responseOf({ id, model, created, request = {} }: NativizeReplyOptions, more: object): object {
  const asked = Object.entries(request).filter(([name, value]) => name in repeated && value !== null);
  return {
    id,
    object: 'response',
    created_at: created,
    model,
    access_programs: null,
    error: null,
    incomplete_details: null,
    ...repeated,
    ...Object.fromEntries(asked),
    store: false,
    ...more,
  };
}

/** What a response repeats of its request, as it is where the request does not say. */
const repeated = {
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  reasoning: null,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  truncation: 'disabled',
};

function ending(reason: FinishReason, response: MakeResponse, more: object): StreamEvent {
  if (reason === 'stop' || reason === 'invocations')
    return { type: 'response.completed', response: response('completed', more) };
  const why = reason === 'length' ? 'max_output_tokens' : 'content_filter';
  const incomplete = { ...more, incomplete_details: { reason: why } };
  return { type: 'response.incomplete', response: response('incomplete', incomplete) };
}

/** Some clients hear of a failure by the one event only, some by the other. */
function* failed(
  { code, message }: Pick<ErrorData, 'code' | 'message'>,
  response: MakeResponse,
): Generator<StreamEvent, void> {
  const own = code === 'model-quota' ? 'rate_limit_exceeded' : 'server_error';
  const error = { code: own, message: message.toWellFormed() };
  yield { type: 'error', ...error, param: null };
  yield { type: 'response.failed', response: response('failed', { output: [], error }) };
}

/** Writes items one after the other; `done` holds those that are closed. */
function createItems({ id, nextCallId, clientTools }: NativizeReplyOptions) {
  const done: ResponseOutputItem[] = [];
  let pieces: string[] = [];
  const at = () => ({ output_index: done.length, item_id: `${id}-item-${done.length}`, content_index: 0 });

  function* close(): Generator<StreamEvent, void> {
    if (pieces.length === 0) return;
    const text = pieces.join('').toWellFormed();
    const { output_index, item_id } = at();
    const item = messageOf(item_id, text);
    yield { type: 'response.output_text.done', ...at(), text, logprobs: [] };
    yield { type: 'response.content_part.done', ...at(), part: item.content[0] };
    yield { type: 'response.output_item.done', output_index, item };
    done.push(item);
    pieces = [];
  }

  return {
    done,
    close,
    *say(delta: string): Generator<StreamEvent, void> {
      if (pieces.length === 0) {
        const { output_index, item_id } = at();
        const item = { ...messageOf(item_id, ''), content: [], status: 'in_progress' };
        yield { type: 'response.output_item.added', output_index, item };
        yield { type: 'response.content_part.added', ...at(), part: messageOf(item_id, '').content[0] };
      }
      pieces.push(delta);
      yield { type: 'response.output_text.delta', ...at(), delta, logprobs: [] };
    },
    *call(event: Invocation): Generator<StreamEvent, void> {
      yield* close();
      const { output_index, item_id } = at();
      const item = callOf(event, { id: item_id, call_id: nextCallId() }, clientTools?.get(event.name));
      yield { type: 'response.output_item.added', output_index, item: begun(item) };
      yield* writing(item, { output_index, item_id });
      yield { type: 'response.output_item.done', output_index, item };
      done.push(item);
    },
  };
}

type Invocation = Extract<ModelEvent, { type: 'invocation' }>;
type Call = ResponseFunctionToolCall | ResponseCustomToolCall;

function begun(item: Call): object {
  return item.type === 'function_call'
    ? { ...item, arguments: '', status: 'in_progress' }
    : { ...item, input: '' };
}

function* writing(item: Call, place: object): Generator<StreamEvent, void> {
  if (item.type === 'custom_tool_call') {
    const { input } = item;
    yield { type: 'response.custom_tool_call_input.delta', ...place, delta: input };
    yield { type: 'response.custom_tool_call_input.done', ...place, input };
    return;
  }
  const { arguments: written } = item;
  yield { type: 'response.function_call_arguments.delta', ...place, delta: written };
  yield { type: 'response.function_call_arguments.done', ...place, arguments: written };
}

function messageOf(id: string, text: string): ResponseOutputMessage {
  const content = [{ type: 'output_text' as const, text, annotations: [], logprobs: [] }];
  return { id, type: 'message', role: 'assistant', status: 'completed', content };
}

function callOf(
  { name, arguments: args }: Invocation,
  ids: { readonly id: string; readonly call_id: string },
  tool: ClientTool | undefined,
): Call {
  const { namespace } = tool ?? {};
  const named = {
    ...ids,
    name: (tool?.name ?? name).toWellFormed(),
    ...(namespace === undefined ? {} : { namespace }),
  };
  if (tool?.isCustom) return { ...named, type: 'custom_tool_call', input: customText(args) };
  return { ...named, type: 'function_call', arguments: writeArguments(args), status: 'completed' };
}

function nativizeUsage({ input = 0, output = 0, cached = 0, reasoning = 0 }: Usage): ResponseUsage {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
