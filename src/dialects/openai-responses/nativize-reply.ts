import type { ResponseUsage } from 'openai/resources/responses/responses';
import type { InGroups } from '../../converser/ground/async/flow.ts';
import { type Rewriter, rewritten } from '../../converser/ground/async/rewritten.ts';
import type { ErrorData } from '../../converser/ground/errors.ts';
import type { FinishReason, ModelEvent, Usage } from '../../converser/words/models/provider.ts';
import type { NativizeReplyOptions, StreamEvent } from './stream-event.ts';
import { createItems } from './write-items.ts';

/** The sealed reasoning is written if the request includes `reasoning.encrypted_content`. */
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
      case 'usage':
        usage = { ...usage, ...event.usage };
        return [];
      case 'finish': {
        isOver = true;
        const closing = [...items.close(event.reason === 'length' ? 'incomplete' : 'completed')];
        return [
          ...closing,
          ending(event.reason, response, { output: items.done, usage: nativizeUsage(usage) }),
        ];
      }
      case 'failure':
        isOver = true;
        return failed(event.error, response);
      default:
        return items.write(event);
    }
  }
  return {
    begin: () => [
      { type: 'response.created', response: begun() },
      { type: 'response.in_progress', response: begun() },
    ],
    write,
    end: () => failed({ code: 'model-failed', message: 'The reply broke off.' }, response),
    isOver: () => isOver,
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

/** Some clients hear of a failure only by one of these events, some only by the other. */
function* failed(
  { code, message }: Pick<ErrorData, 'code' | 'message'>,
  response: MakeResponse,
): Generator<StreamEvent, void> {
  const own = errorCodes[code] ?? 'server_error';
  const error = { code: own, message: message.toWellFormed() };
  yield { type: 'error', ...error, param: null };
  yield { type: 'response.failed', response: response('failed', { output: [], error }) };
}

const errorCodes: Readonly<Partial<Record<ErrorData['code'], string>>> = {
  'model-quota': 'rate_limit_exceeded',
  'context-overflow': 'context_length_exceeded',
};

function nativizeUsage({
  input = 0,
  output = 0,
  cached = 0,
  written = 0,
  reasoning = 0,
}: Usage): ResponseUsage {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
