import { ConverserError, type ErrorData, errorData } from '../../../converser/ground/errors.ts';
import type { ModelEvent } from '../../../converser/words/models/provider.ts';

export function whyStopped({ reason }: AbortSignal): ErrorData | undefined {
  return reason instanceof ConverserError ? errorData(reason) : undefined;
}

export function withReason(event: ModelEvent, signal: AbortSignal): ModelEvent {
  if (event.type !== 'failure' || event.error.code !== 'cancelled') return event;
  return { type: 'failure', error: whyStopped(signal) ?? event.error };
}
