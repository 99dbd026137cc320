import { type ErrorData, errorData, errors } from '../../ground/errors.ts';
import type { TurnEnd } from './converse-event.ts';

export function unfinished(outcome: Exclude<TurnEnd['outcome'], 'final'>, error: ErrorData): TurnEnd {
  return { type: 'turn-end', outcome, canisters: [], error };
}

export function stopped(): TurnEnd {
  return unfinished('stopped', errorData(errors.cancelled()));
}
