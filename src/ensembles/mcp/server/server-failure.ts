import { ConverserError, type ErrorCode, type ErrorData } from '../../../converser/errors.ts';

/** Why a server does not run, for its ensemble's state. A missing sign-in is found among all causes. */
export function serverFailure(message: string, cause?: unknown): ErrorData {
  return { code: signInCode(cause) ?? 'server-unavailable', message, retryable: false };
}

function signInCode(cause: unknown): ErrorCode | undefined {
  if (!(cause instanceof Error)) return undefined;
  const isSignIn = cause instanceof ConverserError && signInCodes.has(cause.code);
  return isSignIn ? cause.code : signInCode(cause.cause);
}

const signInCodes: ReadonlySet<ErrorCode> = new Set(['sign-in-needed', 'sign-in-failed']);
