import type { Outcome } from '../conversation/converse-event.ts';
import { type ErrorData, errorData, errors } from '../errors.ts';
import type { FinishReason } from '../models/provider.ts';

/** How a turn ends. */
export type Ending =
  | { readonly outcome: 'final'; readonly error?: undefined; readonly rollsBack?: undefined }
  | {
      readonly outcome: Exclude<Outcome, 'final'>;
      readonly error: ErrorData;
      /** Nothing of it stays in the conversation. */
      readonly rollsBack?: true;
    };

export const final: Ending = { outcome: 'final' };

export function ended(outcome: Exclude<Outcome, 'final'>, error: ErrorData): Ending {
  return { outcome, error };
}

export function stopped(): Ending {
  return ended('stopped', errorData(errors.cancelled()));
}

/** A tool ended it. What was done to the world is never forgotten. */
export function aborted(error: ErrorData, hasWritten: boolean): Ending {
  return { outcome: 'failed', error, ...(hasWritten ? {} : { rollsBack: true }) };
}

/** The model gave no whole reply. It may have been stopped where only its provider knows. */
export function brokenOff(error: ErrorData): Ending {
  return ended(error.code === 'cancelled' ? 'stopped' : 'failed', error);
}

/** The model gave a whole reply in which there is nothing. */
export function nothingSaid(model: string, reason: FinishReason): Ending {
  return ended('failed', errorData(errors.modelEmpty(model, explain(reason))));
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
