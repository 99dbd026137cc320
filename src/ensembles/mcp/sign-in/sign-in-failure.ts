import { IssuerMismatchError, RegistrationRejectedError } from '@modelcontextprotocol/client';
import { ConverserError, reasonOf } from '../../../converser/ground/errors.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { withoutSecrets } from './reach/ask-server.ts';
import type { SignInServer } from './registered-client.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

export const longestReason = 300;

/** Authorization servers may repeat what they were sent, so the attempt's secrets are removed. */
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
  return withoutSecrets(inWords(cause), secrets).slice(0, longestReason);
}

function inWords(cause: unknown): string {
  if (cause instanceof RegistrationRejectedError) {
    return `the authorization server refused to register Converser (HTTP ${cause.status}). ${byHand}`;
  }
  const reason = reasonOf(cause);
  if (reason.includes('does not support dynamic client registration')) {
    return `the authorization server registers no programs by itself. ${byHand}`;
  }
  if (cause instanceof SyntaxError)
    return 'the authorization server answered with something other than JSON.';
  const issue = firstIssue(cause);
  if (issue !== undefined) return `the authorization server answered with invalid data (${issue}).`;
  const failed = cause instanceof TypeError && cause.cause !== undefined ? cause.cause : undefined;
  return failed === undefined ? reason : `the authorization server can’t be reached: ${reasonOf(failed)}`;
}

const byHand = 'Register it there by hand and set oauth_client_id, or set an API key in the headers.';

function firstIssue(cause: unknown): string | undefined {
  const issues = cause instanceof Error && 'issues' in cause ? cause.issues : undefined;
  const [first] = Array.isArray(issues) ? issues : [];
  if (typeof first?.message !== 'string') return undefined;
  const place = Array.isArray(first.path) ? first.path.join('.') : '';
  return place === '' ? first.message : `${place}: ${first.message}`;
}
