import type { ErrorData } from '../../../converser/ground/errors.ts';
import { waitText } from '../../../converser/ground/wording/numbers.ts';
import { whatFailed } from '../../../converser/words/models/fallback/what-failed.ts';

export interface Retry {
  /** What the model is called. */
  readonly label: string;
  readonly error: ErrorData;
  /** Whether a part of the reply had come. */
  readonly begun: boolean;
  readonly wait: number;
  /** Which attempt comes next, and how many there may be. */
  readonly next: number;
  readonly attempts: number;
}

/** Why the request is repeated, and when. */
export function retryText({ wait, next, attempts, ...what }: Retry): string {
  const when = wait < 1_000 ? 'Trying again' : `Trying again in ${waitText(wait)}`;
  return `${whatFailed(what)} ${when} (${next} of ${attempts}).`;
}
