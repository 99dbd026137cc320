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
