import { ConverserError, type ErrorCode, type ErrorData } from '../../../converser/errors.ts';

/** Why a server does not run, as its ensemble's state says it. A missing sign-in is found however deep it lies. */
export function serverFailure(message: string, cause?: unknown): ErrorData {
  return { code: signInCode(cause) ?? 'server-unavailable', message, retryable: false };
}

function signInCode(cause: unknown): ErrorCode | undefined {
  if (!(cause instanceof Error)) return undefined;
  const isSignIn = cause instanceof ConverserError && signInCodes.has(cause.code);
  return isSignIn ? cause.code : signInCode(cause.cause);
}

const signInCodes: ReadonlySet<ErrorCode> = new Set(['sign-in-needed', 'sign-in-failed']);
