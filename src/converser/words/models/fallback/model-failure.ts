import type { ErrorCode, ErrorData } from '../../../ground/errors.ts';

export function isUnavailable({ code }: Pick<ErrorData, 'code'>): boolean {
  return unavailable.has(code);
}

const unavailable: ReadonlySet<ErrorCode> = new Set([
  'model-unreachable',
  'model-overloaded',
  'model-server-failed',
  'model-quota',
  'model-unauthorized',
  'model-consent',
  'model-suspended',
  'model-silent',
]);

export interface ModelFailure {
  readonly label: string;
  readonly error: Pick<ErrorData, 'code'>;
  readonly begun: boolean;
}

export function whatFailed({ label, error, begun }: ModelFailure): string {
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
    case 'model-suspended':
      return `${label} keeps failing.`;
    case 'model-unauthorized':
      return `${label} rejected the API key, or none is set.`;
    case 'model-consent':
      return `VS Code didn’t let Converser use ${label}.`;
    case 'model-not-found':
      return `${label} wasn’t found.`;
    default:
      return `${label} failed.`;
  }
}
