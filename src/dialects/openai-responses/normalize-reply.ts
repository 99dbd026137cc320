import type { Response, ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { errorData, errors } from '../../converser/errors.ts';
import { defined } from '../../converser/json/defined.ts';
import type { FinishReason, ModelEvent, Usage } from '../../converser/models/provider.ts';
import { readArguments } from '../call-arguments.ts';
import { type CallFragments, createCallFragments } from '../call-fragments.ts';
import { createSpeech } from '../speech.ts';
import { opaqueResidue } from './residue.ts';

export interface ReplyNormalizer {
  read(event: ResponseStreamEvent): readonly ModelEvent[];
  /** The remaining events once the stream has ended, if it did not end the reply itself. */
  end(): readonly ModelEvent[];
}

/** Turns the events of one response into ours. Serves one reply only. */
export function createReplyNormalizer({
  provider,
  label,
  fragments = false,
}: {
  readonly provider: string;
  readonly label: string;
  /** Arguments are passed on while they arrive, too. */
  readonly fragments?: boolean | undefined;
}): ReplyNormalizer {
  const passing = fragments ? createCallFragments() : undefined;
  const speech = createSpeechReader();
  const items = createItemReader(provider, passing);
  let hasEnded = false;

  function close(last: readonly ModelEvent[]): readonly ModelEvent[] {
    if (hasEnded) return [];
    hasEnded = true;
    return [...(passing?.rest() ?? []), ...speech.rest(), ...last];
  }

  return {
    read(event) {
      switch (event.type) {
        case 'response.output_item.added':
          if (event.item.type === 'function_call') passing?.begin(event.output_index, event.item.name);
          return [];
        case 'response.function_call_arguments.delta':
          return passing?.add(event.output_index, event.delta) ?? [];
        case 'response.output_item.done': {
          const events = items.read(event.item, event.output_index);
          return passing?.end(event.output_index, events) ?? events;
        }
        case 'response.completed':
        case 'response.incomplete':
          return close(ending(event.response, { calls: items.calls, isRefused: speech.isRefused }));
        case 'response.failed':
          return close([failure(label, event.response.error ?? {})]);
        case 'error':
          return close([failure(label, event)]);
        default: {
          const events = speech.read(event);
          return passing?.pass(events) ?? events;
        }
      }
    },
    end: () => close([broken(label)]),
  };
}

/** What the model says and thinks, which is passed on as it comes. */
function createSpeechReader() {
  const { say, think, rest } = createSpeech();
  let isRefused = false;
  return {
    rest,
    get isRefused() {
      return isRefused;
    },
    read(event: ResponseStreamEvent): readonly ModelEvent[] {
      switch (event.type) {
        case 'response.refusal.delta':
          isRefused = true;
          return say(event.delta);
        case 'response.output_text.delta':
          return say(event.delta);
        case 'response.reasoning_summary_part.added':
          return event.summary_index > 0 ? think('\n\n') : [];
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return think(event.delta);
        default:
          return [];
      }
    },
  };
}

/** Whole items that are not speech: calls, and reasoning to keep. */
function createItemReader(provider: string, passing: CallFragments | undefined) {
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    read(item: ResponseOutputItem, at: number): readonly ModelEvent[] {
      if (item.type === 'reasoning')
        return [{ type: 'opaque', content: opaqueResidue(provider, { item, afterCalls: calls }) }];
      // What was cut off is nothing to be called.
      if (item.type !== 'function_call' || item.status === 'incomplete') return [];
      calls++;
      const call = passing?.callOf(at);
      return [{ type: 'invocation', name: item.name, arguments: readArguments(item.arguments), ...call }];
    },
  };
}

function ending(
  response: Response,
  { calls, isRefused }: { readonly calls: number; readonly isRefused: boolean },
): readonly ModelEvent[] {
  const usage = normalizeUsage(response.usage);
  const told: readonly ModelEvent[] = usage === undefined ? [] : [{ type: 'usage', usage }];
  return [...told, { type: 'finish', reason: finishReason(response, isRefused, calls) }];
}

function finishReason(
  { incomplete_details: why }: Response,
  isRefused: boolean,
  calls: number,
): FinishReason {
  if (isRefused || why?.reason === 'content_filter') return 'refusal';
  if (why?.reason !== undefined) return 'length';
  return calls > 0 ? 'invocations' : 'stop';
}

/** `cached` is part of `input`, and `reasoning` part of `output`. */
function normalizeUsage(usage: Response['usage']): Usage | undefined {
  if (usage === undefined || usage === null) return undefined;
  return defined({
    input: usage.input_tokens,
    output: usage.output_tokens,
    cached: usage.input_tokens_details?.cached_tokens as number | undefined,
    reasoning: usage.output_tokens_details?.reasoning_tokens as number | undefined,
  });
}

function failure(label: string, { code, message }: { code?: string | null; message?: string }): ModelEvent {
  const reason = message ?? 'it didn’t say why.';
  if (code === 'rate_limit_exceeded') return failed(errors.modelQuota(label, reason));
  if (code === 'server_error') return failed(errors.modelOverloaded(label, reason));
  return failed(errors.modelFailed(label, reason));
}

function broken(label: string): ModelEvent {
  return failed(errors.modelUnreachable(label, 'its reply broke off.'));
}

function failed(error: Parameters<typeof errorData>[0]): ModelEvent {
  return { type: 'failure', error: errorData(error) };
}
