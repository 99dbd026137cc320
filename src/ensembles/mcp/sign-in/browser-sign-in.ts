import { randomBytes } from 'node:crypto';
import {
  type AuthOptions,
  type FetchLike,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { webPage } from '../web-page.ts';
import { authorize } from './authorize.ts';
import type { Challenge } from './challenge.ts';
import { type Agreement, afterAgreement, createAgreement, type SignInConsent } from './consent.ts';
import type { Credentials } from './credentials.ts';
import { atAllowedPlaces } from './reach/allowed-places.ts';
import { askServer, untilRefused } from './reach/ask-server.ts';
import type { RedirectReceiver } from './redirects.ts';
import type { SignInServer } from './registered-client.ts';
import { SignInAttempt } from './sign-in-attempt.ts';
import { longestReason, signInFailure } from './sign-in-failure.ts';
import type { SignInPorts } from './sign-in-ports.ts';

export interface BrowserSignInOptions {
  readonly credentials: Credentials;
  readonly ports: SignInPorts;
  readonly challenge: Challenge;
  readonly isAskedFor: boolean;
  readonly consent: SignInConsent;
  readonly stop: AbortController;
}

/** In milliseconds. */
const timeLimit = 5 * 60_000;

export async function signInWithBrowser(server: SignInServer, options: BrowserSignInOptions): Promise<void> {
  checkConsent(server, options);
  const { ports, stop, consent } = options;
  void ports.clock
    .sleep(timeLimit, stop.signal)
    .then(() => stop.abort(serverErrors.signInTimedOut(server.name)));
  const receiver = await ports.redirects.open(stop.signal);
  try {
    await signInThrough(receiver, server, options);
  } catch (cause) {
    throw stop.signal.aborted ? stop.signal.reason : cause;
  } finally {
    consent.openAgain = undefined;
    stop.abort('over');
    await receiver.close();
  }
}

function checkConsent(server: SignInServer, { ports, isAskedFor, consent }: BrowserSignInOptions): void {
  const { mayOpen, withoutAsking } = ports.user;
  if (isAskedFor) consent.isDeclined = false;
  else if (mayOpen === undefined) throw serverErrors.signInNeeded(server.name, withoutAsking);
  else if (consent.isDeclined) throw serverErrors.signInNeeded(server.name);
}

async function signInThrough(
  receiver: RedirectReceiver,
  server: SignInServer,
  options: BrowserSignInOptions,
): Promise<void> {
  const { credentials, ports, challenge, stop, consent } = options;
  const { signal } = stop;
  const browser = { redirectUrl: receiver.url, state: randomBytes(24).toString('base64url') };
  const attempt = new SignInAttempt({ server, credentials, browser, signal });
  const agreement = createAgreement(server, { ...options, user: ports.user, signal });
  const ask = askAfterAgreement({ server, ports, attempt, agreement, signal });
  const request = authOptions(server, challenge, ask);
  try {
    // The stored tokens have been tried before.
    await authorize(attempt, { ...request, forceReauthorization: true });
    if (attempt.page === undefined) return;
    const page = webPage(attempt.page);
    await agreement.agreeTo(page);
    const answer = receiver.receive(browser.state, signal);
    // If the browser can't be opened, nothing waits for it.
    answer.catch(() => {});
    consent.openAgain = () => ports.user.openBrowser(page);
    await ports.user.openBrowser(page);
    const { code, iss } = codeOf(await answer, server, attempt);
    await authorize(attempt, defined({ ...request, authorizationCode: code, iss }));
  } catch (cause) {
    throw signInFailure(cause, server, attempt);
  }
}

export function authOptions({ url }: SignInServer, challenge: Challenge, fetchFn: FetchLike): AuthOptions {
  const { scope, resourceMetadataUrl } = challenge;
  return defined({ serverUrl: url, fetchFn, scope, resourceMetadataUrl });
}

interface Asking {
  readonly server: SignInServer;
  readonly ports: SignInPorts;
  readonly attempt: SignInAttempt;
  readonly agreement: Agreement;
  readonly signal: AbortSignal;
}

function askAfterAgreement({ server, ports, attempt, agreement, signal }: Asking): FetchLike {
  const send = askServer(atAllowedPlaces(server, ports.network), { secrets: attempt.secrets, signal });
  return untilRefused(afterAgreement(server, { agreement, send, pageOf: () => attempt.announcedPage }));
}

/** The sender must be checked before anything of it is believed: https://www.rfc-editor.org/rfc/rfc9207#section-2.4 */
function codeOf(
  params: URLSearchParams,
  server: SignInServer,
  attempt: SignInAttempt,
): { readonly code: string; readonly iss: string | undefined } {
  const iss = params.get('iss') ?? undefined;
  const code = params.get('code');
  if (code !== null && code !== '') {
    attempt.hide(code);
    return { code, iss };
  }
  const metadata = attempt.discoveryState()?.authorizationServerMetadata;
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const reason = params.get('error_description') ?? params.get('error') ?? 'the answer contained no code.';
  throw serverErrors.signInFailed(server.name, reason.slice(0, longestReason));
}
