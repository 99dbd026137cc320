import { type ErrorCode, errorData, fault } from '../../../converser/ground/errors.ts';
import type { ModelEvent } from '../../../converser/words/models/provider.ts';
import { Refused } from '../../refusal.ts';

export function refusedReply(cause: unknown): ModelEvent {
  if (!(cause instanceof Refused)) return { type: 'failure', error: errorData(cause) };
  const { code, message, retryAfter } = cause.refusal;
  const known = codes[code] ?? 'model-overloaded';
  return {
    type: 'failure',
    error: errorData(fault(known, message, { retryable: retryAfter !== undefined, retryAfter })),
  };
}

const codes: Readonly<Record<string, ErrorCode>> = { 'spending-cap': 'spending-cap', cancelled: 'cancelled' };
