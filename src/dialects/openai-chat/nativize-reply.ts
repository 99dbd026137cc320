import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import type { InGroups } from '../../converser/ground/async/flow.ts';
import { type Rewriter, rewritten } from '../../converser/ground/async/rewritten.ts';
import type { ErrorData } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { FinishReason, ModelEvent, Usage } from '../../converser/words/models/provider.ts';
import { writeArguments } from '../call-arguments.ts';
import { type ClientTool, customText, type ReplyNames } from '../client-request.ts';

export type StreamChunk = ChatCompletionChunk | ErrorChunk;

export interface ErrorChunk {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly code: string;
    readonly param: null;
  };
}

export interface NativizeReplyOptions extends ReplyNames {
  readonly usage: boolean;
}

export function nativizeReply(
  events: AsyncIterable<ModelEvent>,
  options: NativizeReplyOptions,
): InGroups<StreamChunk> {
  return rewritten(events, createReplyWriter(options));
}

function createReplyWriter(options: NativizeReplyOptions): Rewriter<ModelEvent, StreamChunk> {
  const calls = createCalls(options);
  const delta = (delta: Delta, reason: Reason = null) =>
    chunkOf(options, [{ index: 0, delta, finish_reason: reason }]);
  let usage: Usage = {};
  let isOver = false;
  function write(event: ModelEvent): readonly StreamChunk[] {
    switch (event.type) {
      case 'text-delta':
        return [delta({ content: event.text })];
      case 'reasoning-delta':
        return [delta({ reasoning_content: event.text })];
      case 'invocation':
      case 'invocation-delta':
        return calls.write(event).map(call => delta({ tool_calls: [call] }));
      case 'usage':
        usage = { ...usage, ...event.usage };
        return [];
      case 'finish': {
        isOver = true;
        const last = delta({}, finishReason(event.reason));
        return options.usage ? [last, { ...chunkOf(options, []), usage: nativizeUsage(usage) }] : [last];
      }
      case 'failure':
        isOver = true;
        return [nativizeError(event.error)];
      default:
        return [];
    }
  }
  return {
    begin: () => [delta({ role: 'assistant', content: '' })],
    write,
    end: () => [errorChunk('The reply broke off.', 'server_error', 'model-failed')],
    isOver: () => isOver,
  };
}

type ToolCall = ChatCompletionChunk.Choice.Delta.ToolCall;
type Call = Extract<ModelEvent, { type: 'invocation' | 'invocation-delta' }>;

function createCalls({ nextCallId, clientTools }: NativizeReplyOptions) {
  const indexes = new Map<number, number>();
  let count = 0;
  return {
    write(event: Call): readonly ToolCall[] {
      // This format cannot say that a call is only proposed.
      if (event.type === 'invocation' && event.proposed) return [];
      const tool = clientTools?.get(event.name);
      const known = event.call === undefined ? undefined : indexes.get(event.call);
      if (event.type === 'invocation')
        return known === undefined ? [toolCall(event, { index: count++, id: nextCallId(), tool })] : [];
      if (known !== undefined) return [{ index: known, function: { arguments: event.text } }];
      // The text of such a call is known only when its arguments are.
      if (tool?.isCustom) return [];
      indexes.set(event.call, count);
      return [toolCall({ ...event, arguments: event.text }, { index: count++, id: nextCallId(), tool })];
    },
  };
}

function nativizeError(error: ErrorData): ErrorChunk {
  return errorChunk(error.message, errorType(error), error.code);
}

type Choice = ChatCompletionChunk.Choice;
type Reason = Choice['finish_reason'];
type Delta = Choice['delta'] & { readonly reasoning_content?: string };

function chunkOf({ id, model, created }: NativizeReplyOptions, choices: Choice[]): ChatCompletionChunk {
  return { id, object: 'chat.completion.chunk', created, model, choices };
}

interface CallPlace {
  readonly index: number;
  readonly id: string;
  readonly tool: ClientTool | undefined;
}

function toolCall(
  { name, arguments: args }: { readonly name: string; readonly arguments: unknown },
  { index, id, tool }: CallPlace,
): ToolCall {
  if (tool?.isCustom) {
    // The SDK has no type yet for chunks of such calls, but whole replies have them.
    const custom = { index, id, type: 'custom', custom: { name: tool.name, input: customText(args) } };
    return custom as unknown as ToolCall;
  }
  const written = { name: (tool?.name ?? name).toWellFormed(), arguments: writeArguments(args) };
  return { index, id, type: 'function', function: written };
}

function finishReason(reason: FinishReason): NonNullable<Reason> {
  switch (reason) {
    case 'stop':
      return 'stop';
    case 'invocations':
      return 'tool_calls';
    case 'length':
      return 'length';
    case 'refusal':
      return 'content_filter';
  }
}

function nativizeUsage({ input = 0, output = 0, cached, written, reasoning }: Usage): CompletionUsage {
  return defined({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details:
      cached === undefined && written === undefined
        ? undefined
        : defined({ cached_tokens: cached, cache_write_tokens: written }),
    completion_tokens_details: reasoning === undefined ? undefined : { reasoning_tokens: reasoning },
  });
}

/** OpenAI has no type for a timeout, so that is a server error. */
function errorType({ code, retryable }: ErrorData): string {
  switch (code) {
    case 'model-quota':
      return retryable ? 'rate_limit_error' : 'insufficient_quota';
    case 'model-overloaded':
    case 'model-suspended':
      return 'service_unavailable_error';
    case 'model-unauthorized':
    case 'key-revoked':
      return 'authentication_error';
    case 'model-not-found':
    case 'bad-arguments':
    case 'context-overflow':
      return 'invalid_request_error';
    default:
      return 'server_error';
  }
}

function errorChunk(message: string, type: string, code: string): ErrorChunk {
  return { error: { message: message.toWellFormed(), type, code, param: null } };
}
