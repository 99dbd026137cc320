import type Anthropic from '@anthropic-ai/sdk';
import type { FinishReason, ModelEvent } from '../../converser/words/models/provider.ts';
import { replyEnd } from '../end-words.ts';

export function finishReason(stopReason: unknown, calls: number): FinishReason | 'failure' {
  // Nothing is sampled after the block of a compaction, which clients may ask for.
  const end = stopReason === 'compaction' ? 'stop' : replyEnd(stopReason);
  const hasCalled = calls > 0 || stopReason === 'tool_use';
  return end === 'stop' && hasCalled ? 'invocations' : end;
}

export function stopReason(reason: FinishReason): Anthropic.StopReason {
  switch (reason) {
    case 'stop':
      return 'end_turn';
    case 'invocations':
      return 'tool_use';
    case 'length':
      return 'max_tokens';
    case 'refusal':
      return 'refusal';
  }
}

export function noticeOf(
  stop: Pick<Anthropic.RawMessageDeltaEvent['delta'], 'stop_reason' | 'stop_details'>,
  label: string,
): readonly ModelEvent[] {
  if (stop.stop_reason === 'pause_turn') {
    return [{ type: 'notice', message: `${label} paused midway through its answer. Ask it to continue.` }];
  }
  if (stop.stop_reason === 'model_context_window_exceeded') {
    const message = `The context window of ${label} is full, so its answer is cut off. Begin a new conversation, or choose a model with a larger window.`;
    return [{ type: 'notice', message }];
  }
  const explanation = stop.stop_details?.explanation;
  return stop.stop_reason === 'refusal' && explanation ? [{ type: 'notice', message: explanation }] : [];
}
