import { IssuerMismatchError } from '@modelcontextprotocol/client';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';
import { ConverserError, reasonOf } from '../../../converser/errors.ts';
import { withoutSecrets } from './ask-server.ts';
import type { SignInServer } from './registered-client.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

export const longestReason = 300;

/** The failure of an attempt. Authorization servers may repeat what they were sent, so its secrets are removed. */
export function signInFailure(
  cause: unknown,
  { name }: SignInServer,
  { secrets }: SignInAttempt,
): ConverserError {
  return cause instanceof ConverserError
    ? cause
    : serverErrors.signInFailed(name, reasonWithout(secrets, cause));
}

function reasonWithout(secrets: ReadonlySet<string>, cause: unknown): string {
  if (cause instanceof IssuerMismatchError && cause.kind === 'authorization_response') {
    // The server's own words are left out: they may come from an impostor.
    return 'the answer came from a different authorization server.';
  }
  return withoutSecrets(reasonOf(cause), secrets).slice(0, longestReason);
}
