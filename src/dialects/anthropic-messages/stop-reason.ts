import type Anthropic from '@anthropic-ai/sdk';
import type { FinishReason, ModelEvent } from '../../converser/words/models/provider.ts';

export function finishReason(stopReason: string, calls: number): FinishReason {
  switch (stopReason as Anthropic.StopReason) {
    case 'tool_use':
      return 'invocations';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'refusal';
    default:
      return calls > 0 ? 'invocations' : 'stop';
  }
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
