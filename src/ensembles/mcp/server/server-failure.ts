import { causesOf } from '../../../converser/ground/causes.ts';
import { ConverserError, type ErrorCode, type ErrorData } from '../../../converser/ground/errors.ts';

export function serverFailure(message: string, cause?: unknown): ErrorData {
  const own = causesOf(cause).filter(each => each instanceof ConverserError);
  const forUser = own.find(({ code }) => codesForUser.has(code));
  return { code: forUser?.code ?? 'server-unavailable', message, retryable: false };
}

const codesForUser: ReadonlySet<ErrorCode> = new Set(['sign-in-needed', 'sign-in-failed', 'approval-needed']);
