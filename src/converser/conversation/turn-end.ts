import { type ErrorData, errorData, errors } from '../errors.ts';
import type { FinishReason } from '../models/provider.ts';
import type { TurnEnd } from './converse-event.ts';

/** The end of a turn that leaves nothing in the conversation. */
export function unfinished(outcome: Exclude<TurnEnd['outcome'], 'final'>, error: ErrorData): TurnEnd {
  return { type: 'turn-end', outcome, canisters: [], error };
}

export function stopped(): TurnEnd {
  return unfinished('stopped', errorData(errors.cancelled()));
}

/** The model gave no whole reply. It may have been stopped where only its provider knows. */
export function brokenOff(error: ErrorData): TurnEnd {
  return unfinished(error.code === 'cancelled' ? 'stopped' : 'failed', error);
}

/** The model gave a whole reply in which there is nothing. */
export function nothingSaid(model: string, reason: FinishReason): TurnEnd {
  return unfinished('failed', errorData(errors.modelEmpty(model, explain(reason))));
}

function explain(reason: FinishReason): string {
  switch (reason) {
    case 'length':
      return 'reached its length limit before it said anything';
    case 'refusal':
      return 'refused to answer';
    case 'stop':
    case 'invocations':
      return 'gave an empty answer';
  }
}
