import type { ErrorData } from '../../../converser/errors.ts';
import { waitText } from '../../../converser/wording/numbers.ts';

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
  return `${happened(what)} ${when} (${next} of ${attempts}).`;
}

function happened({ label, error, begun }: Pick<Retry, 'label' | 'error' | 'begun'>): string {
  switch (error.code) {
    case 'model-quota':
      return `${label} isn’t accepting requests right now.`;
    case 'model-overloaded':
      return `${label} is overloaded.`;
    case 'model-server-failed':
      return `The server of ${label} failed.`;
    case 'model-silent':
      return `${label} stopped responding.`;
    case 'model-unreachable':
      return begun ? `The reply from ${label} broke off.` : `${label} can’t be reached.`;
    default:
      return `${label} failed.`;
  }
}
