import { type ErrorData, errorData, errors } from '../errors.ts';
import type { FinishReason } from '../models/provider.ts';
import type { TurnEnd } from './converse-event.ts';

/** The end of a turn of which nothing joins the conversation. */
export function unfinished(outcome: Exclude<TurnEnd['outcome'], 'final'>, error: ErrorData): TurnEnd {
  return { type: 'turn-end', outcome, canisters: [], error };
}

export function stopped(): TurnEnd {
  return unfinished('stopped', errorData(errors.cancelled()));
}

/** The model gave no whole reply. Someone may have stopped it where only its provider hears of it. */
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
      return 'reached its limit of length before it said anything';
    case 'refusal':
      return 'refused to answer';
    case 'stop':
    case 'invocations':
      return 'answered with nothing at all';
  }
}
