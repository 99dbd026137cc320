import { causesOf } from '../../../converser/causes.ts';
import { ConverserError, type ErrorCode, type ErrorData } from '../../../converser/errors.ts';

/** Why a server does not run, for its ensemble's state. A missing sign-in is found among all causes. */
export function serverFailure(message: string, cause?: unknown): ErrorData {
  const own = causesOf(cause).filter(each => each instanceof ConverserError);
  const signIn = own.find(({ code }) => signInCodes.has(code));
  return { code: signIn?.code ?? 'server-unavailable', message, retryable: false };
}

const signInCodes: ReadonlySet<ErrorCode> = new Set(['sign-in-needed', 'sign-in-failed']);
