import type {
  ResponseFunctionToolCall,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseStreamEvent,
  ResponseUsage,
} from 'openai/resources/responses/responses';
import type { ErrorData } from '../../converser/errors.ts';
import type { FinishReason, ModelEvent, Usage } from '../../converser/models/provider.ts';
import { writeArguments } from '../call-arguments.ts';

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
}

/**
 * A reply as a stream in this format: each item is added, filled and done before the next one, and the last event
 * holds all items. Reasoning is left out, because it could not be replayed without its encrypted content.
 */
export async function* nativizeReply(
  events: AsyncIterable<ModelEvent>,
  options: NativizeReplyOptions,
): AsyncGenerator<StreamEvent, void> {
  const items = createItems(options);
  const response = (status: string, more: object = {}) => responseOf(options, { status, ...more });
  let usage: Usage = {};
  yield { type: 'response.created', response: response('in_progress', { output: [] }) };
  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
        yield* items.say(event.text);
        break;
      case 'invocation':
        // This format cannot say that a call is only proposed.
        if (event.proposed) break;
        yield* items.call(event);
        break;
      case 'usage':
        usage = { ...usage, ...event.usage };
        break;
      case 'finish':
        yield* items.close();
        yield ending(event.reason, response, { output: items.done, usage: nativizeUsage(usage) });
        return;
      case 'failure':
        return yield failed(event.error, response);
      default:
        break;
    }
  }
  yield failed({ code: 'model-failed', message: 'The reply broke off.' }, response);
}

type MakeResponse = (status: string, more?: object) => object;

function responseOf({ id, model, created }: NativizeReplyOptions, more: object): object {
  return {
    id,
    object: 'response',
    created_at: created,
    model,
    error: null,
    incomplete_details: null,
    ...more,
  };
}

function ending(reason: FinishReason, response: MakeResponse, more: object): StreamEvent {
  if (reason === 'stop' || reason === 'invocations')
    return { type: 'response.completed', response: response('completed', more) };
  const why = reason === 'length' ? 'max_output_tokens' : 'content_filter';
  const incomplete = { ...more, incomplete_details: { reason: why } };
  return { type: 'response.incomplete', response: response('incomplete', incomplete) };
}

function failed({ code, message }: Pick<ErrorData, 'code' | 'message'>, response: MakeResponse): StreamEvent {
  const own = code === 'model-quota' ? 'rate_limit_exceeded' : 'server_error';
  const error = { code: own, message: message.toWellFormed() };
  return { type: 'response.failed', response: response('failed', { output: [], error }) };
}

/** Writes items one after the other; `done` holds those that are closed. */
function createItems({ id, nextCallId }: NativizeReplyOptions) {
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
    *call(event: Extract<ModelEvent, { type: 'invocation' }>): Generator<StreamEvent, void> {
      yield* close();
      const { output_index, item_id } = at();
      const item = callOf(event, { id: item_id, call_id: nextCallId() });
      const { name, arguments: written } = item;
      const started = { ...item, arguments: '', status: 'in_progress' };
      yield { type: 'response.output_item.added', output_index, item: started };
      const place = { output_index, item_id };
      yield { type: 'response.function_call_arguments.delta', ...place, delta: written };
      yield { type: 'response.function_call_arguments.done', ...place, name, arguments: written };
      yield { type: 'response.output_item.done', output_index, item };
      done.push(item);
    },
  };
}

function messageOf(id: string, text: string): ResponseOutputMessage {
  const content = [{ type: 'output_text' as const, text, annotations: [], logprobs: [] }];
  return { id, type: 'message', role: 'assistant', status: 'completed', content };
}

function callOf(
  { name, arguments: args }: Extract<ModelEvent, { type: 'invocation' }>,
  ids: { readonly id: string; readonly call_id: string },
): ResponseFunctionToolCall {
  return {
    ...ids,
    type: 'function_call',
    name: name.toWellFormed(),
    arguments: writeArguments(args),
    status: 'completed',
  };
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
