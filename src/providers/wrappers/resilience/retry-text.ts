import type { ErrorData } from '../../../converser/ground/errors.ts';
import { waitText } from '../../../converser/ground/wording/numbers.ts';
import { whatFailed } from '../../../converser/words/models/fallback/what-failed.ts';

export interface Retry {
  readonly label: string;
  readonly error: ErrorData;
  readonly begun: boolean;
  readonly wait: number;
  readonly next: number;
  readonly attempts: number;
}

export function retryText({ wait, next, attempts, ...what }: Retry): string {
  const when = wait < 1_000 ? 'Trying again' : `Trying again in ${waitText(wait)}`;
  return `${whatFailed(what)} ${when} (${next} of ${attempts}).`;
}
