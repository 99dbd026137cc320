import type Anthropic from '@anthropic-ai/sdk';
import { errorData, errors } from '../../converser/ground/errors.ts';
import type { FinishReason, ModelEvent, ToolDefinition } from '../../converser/words/models/provider.ts';
import { createReplyBudget } from '../../converser/words/models/reply-limits.ts';
import { createCallFragments } from '../call-fragments.ts';
import { failedEnd } from '../end-words.ts';
import { ReportedError } from '../reported-error.ts';
import { createBlockReader } from './read-block.ts';
import { anthropic } from './residue.ts';
import { finishReason, noticeOf } from './stop-reason.ts';
import { createUsageReader } from './usage.ts';

export interface NormalizeReplyOptions {
  readonly label: string;
  readonly provider?: string;
  readonly fragments?: boolean | undefined;
  readonly tools?: readonly ToolDefinition[];
}

export interface ReplyNormalizer {
  push(event: Anthropic.RawMessageStreamEvent): readonly ModelEvent[];
  /** Throws a `ReportedError` where the conversation left no room for a reply. */
  end(): readonly ModelEvent[];
  usage(): readonly ModelEvent[];
}

export function createReplyNormalizer(options: NormalizeReplyOptions): ReplyNormalizer {
  const { label } = options;
  const begin = attempts(options);
  let { blocks, usage } = begin();
  let hasBlocks = false;
  let hasSpoken = false;
  let stop: Stop | undefined;

  function beginAnew(): readonly ModelEvent[] {
    if (!hasBlocks) return [];
    const paid = usage.events();
    ({ blocks, usage } = begin());
    hasBlocks = hasSpoken = false;
    stop = undefined;
    return [...paid, { type: 'restart', message: `${label} began its reply again.`, wait: 0 }];
  }

  return {
    push(event) {
      switch (event.type) {
        case 'message_start': {
          const before = beginAnew();
          usage.read(event.message?.usage);
          return before;
        }
        case 'content_block_start':
          hasBlocks = true;
          hasSpoken ||= event.content_block?.type === 'text' && Boolean(event.content_block.text);
          return blocks.start(event);
        case 'content_block_delta':
          hasBlocks = true;
          hasSpoken ||= event.delta?.type === 'text_delta';
          return blocks.delta(event);
        case 'content_block_stop':
          return blocks.stop(event);
        case 'message_delta':
          usage.read(event.usage);
          if (event.delta?.stop_reason) stop = event.delta;
          return [];
        default:
          return [];
      }
    },
    end() {
      if (stop?.stop_reason == null) {
        return [...usage.events(), { type: 'failure', error: brokenOff(label) }];
      }
      const rest = blocks.rest();
      const calls = blocks.calls();
      if (!hasSpoken && calls === 0) refuseFullWindow(stop);
      const reason = finishReason(stop.stop_reason, calls);
      const end = reason === 'failure' ? failed(label, stop) : finishOf(reason, stop);
      return [...rest, ...noticeOf(stop, label), ...usage.events(), end];
    },
    usage: () => usage.events(),
  };
}

function attempts({ label, provider = anthropic, fragments = false, tools = [] }: NormalizeReplyOptions) {
  const budget = createReplyBudget(label);
  return () => {
    const passing = fragments ? createCallFragments() : undefined;
    return {
      blocks: createBlockReader({ label, provider, budget, tools, passing }),
      usage: createUsageReader(),
    };
  };
}

type Stop = Anthropic.RawMessageDeltaEvent['delta'];

function refuseFullWindow({ stop_reason: type }: Stop): void {
  if (type === 'model_context_window_exceeded')
    throw new ReportedError({ error: { type, message: 'The context window is full.' } });
}

function failed(label: string, { stop_reason: reason }: Stop): ModelEvent {
  return { type: 'failure', error: errorData(failedEnd(label, reason)) };
}

function finishOf(reason: FinishReason, { stop_sequence: word }: Stop): ModelEvent {
  return { type: 'finish', reason, ...(word ? { stopWord: word } : {}) };
}

function brokenOff(label: string) {
  return errorData(errors.modelBrokeOff(label));
}
