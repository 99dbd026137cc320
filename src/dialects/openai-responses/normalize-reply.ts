import type {
  Response,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { errorData, errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { OpaqueContent } from '../../converser/words/canister/content.ts';
import type { FinishReason, ModelEvent, Usage } from '../../converser/words/models/provider.ts';
import { createReplyBudget, type ReplyBudget } from '../../converser/words/models/reply-limits.ts';
import { readArguments } from '../call-arguments.ts';
import { type CallFragments, createCallFragments } from '../call-fragments.ts';
import { ReportedError } from '../reported-error.ts';
import { createSpeech } from '../speech.ts';
import { isPhase, opaquePhase, paragraphBreak } from './phase.ts';
import { opaqueResidue } from './residue.ts';

export interface ReplyNormalizer {
  read(event: ResponseStreamEvent): readonly ModelEvent[];
  end(): readonly ModelEvent[];
  usage(): readonly ModelEvent[];
}

export interface NormalizeReplyOptions {
  readonly provider: string;
  readonly label: string;
  readonly fragments?: boolean | undefined;
}

export function createReplyNormalizer(options: NormalizeReplyOptions): ReplyNormalizer {
  const { provider, label, fragments = false } = options;
  const passing = fragments ? createCallFragments() : undefined;
  const budget = createReplyBudget(label);
  const pieces = createReplyBudget(label);
  const speech = createSpeechReader(budget);
  const items = createItemReader({ provider, budget, passing });
  let hasEnded = false;
  let usage: Usage | undefined;

  function close(last: readonly ModelEvent[]): readonly ModelEvent[] {
    if (hasEnded) return [];
    hasEnded = true;
    return [...(passing?.rest() ?? []), ...speech.rest(), ...last];
  }

  function begin(item: ResponseOutputItem, at: number): readonly ModelEvent[] {
    if (item.type === 'function_call') {
      pieces.take('calls', 1);
      passing?.begin(at, item.name);
    }
    if (item.type !== 'message') return [];
    const events = speech.begin(item, { provider, afterCalls: items.calls() });
    return passing?.pass(events) ?? events;
  }

  return {
    read(event) {
      switch (event.type) {
        case 'response.output_item.added':
          return begin(event.item, event.output_index);
        case 'response.function_call_arguments.delta':
          pieces.take('arguments', event.delta.length);
          return passing?.add(event.output_index, event.delta) ?? [];
        case 'response.output_item.done': {
          speech.end(event.item);
          const events = items.read(event.item, event.output_index);
          return passing?.end(event.output_index, events) ?? events;
        }
        case 'response.completed':
        case 'response.incomplete':
          return close(ending(event.response, { calls: items.calls(), isRefused: speech.isRefused() }));
        case 'response.failed':
          if (hasEnded) return [];
          usage = normalizeUsage(event.response.usage);
          throw new ReportedError(event.response.error ?? { message: 'it didn’t say why.' });
        case 'error':
          if (hasEnded) return [];
          throw new ReportedError(event);
        default: {
          const events = speech.read(event);
          return passing?.pass(events) ?? events;
        }
      }
    },
    end: () => close([broken(label)]),
    usage: () => (usage === undefined ? [] : [{ type: 'usage', usage }]),
  };
}

function createSpeechReader(budget: ReplyBudget) {
  const speech = createSpeech(budget);
  const { say, think } = speech;
  let isRefused = false;
  let hasSpoken = false;
  let hadSpoken = false;
  let callsBefore = 0;
  return {
    rest: speech.rest,
    begin(
      { phase }: ResponseOutputMessage,
      { provider, afterCalls }: { readonly provider: string; readonly afterCalls: number },
    ): readonly ModelEvent[] {
      const mark = isPhase(phase) ? [opaqueEvent(opaquePhase(provider, { phase, afterCalls }))] : [];
      budget.take('reasoning', mark.length);
      // Without phases, text around a call is one text, as on every wire.
      const isParagraph = hasSpoken && (mark.length > 0 || afterCalls === callsBefore);
      [hadSpoken, hasSpoken, callsBefore] = [hasSpoken, true, afterCalls];
      return isParagraph ? [...mark, ...say(paragraphBreak)] : mark;
    },
    isRefused: () => isRefused,
    end(item: ResponseOutputItem): void {
      if (item.type === 'message' && item.content?.length === 0) hasSpoken = hadSpoken;
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

function createItemReader({
  provider,
  budget,
  passing,
}: {
  readonly provider: string;
  readonly budget: ReplyBudget;
  readonly passing: CallFragments | undefined;
}) {
  let calls = 0;
  return {
    calls: () => calls,
    read(item: ResponseOutputItem, at: number): readonly ModelEvent[] {
      if (item.type === 'reasoning') {
        budget.take('reasoning', JSON.stringify(item).length);
        return [opaqueEvent(opaqueResidue(provider, { item, afterCalls: calls }))];
      }
      // An item that was cut off is not called.
      if (item.type !== 'function_call' || item.status === 'incomplete') return [];
      budget.take('calls', 1);
      budget.take('arguments', item.name.length + item.arguments.length);
      calls++;
      const call = passing?.callOf(at);
      return [{ type: 'invocation', name: item.name, arguments: readArguments(item.arguments), ...call }];
    },
  };
}

function opaqueEvent(content: OpaqueContent): ModelEvent {
  return { type: 'opaque', content };
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
    written: usage.input_tokens_details?.cache_write_tokens || undefined,
    reasoning: usage.output_tokens_details?.reasoning_tokens as number | undefined,
  });
}

function broken(label: string): ModelEvent {
  return { type: 'failure', error: errorData(errors.modelBrokeOff(label)) };
}
