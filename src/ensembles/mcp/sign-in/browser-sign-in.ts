import { randomBytes } from 'node:crypto';
import {
  type AuthOptions,
  type FetchLike,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { orAborted } from '../../../converser/async/abort.ts';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import { webPage } from '../web-page.ts';
import { askServer } from './ask-server.ts';
import { authorize } from './authorize.ts';
import type { Challenge } from './challenge.ts';
import { documentAddress } from './client-metadata.ts';
import type { Credentials } from './credentials.ts';
import type { RedirectReceiver } from './redirects.ts';
import type { SignInServer } from './registered-client.ts';
import { SignInAttempt } from './sign-in-attempt.ts';
import { longestReason, signInFailure } from './sign-in-failure.ts';
import type { SignInPorts } from './sign-in-ports.ts';

/** Your answer to the question of one account. A no holds until you sign in yourself: a model may call repeatedly. */
export interface SignInConsent {
  isDeclined: boolean;
  /**
   * Opens the page of the sign-in that is under way, once there is one: you may have closed it, or may not find the
   * question any more.
   */
  openAgain: (() => Promise<void>) | undefined;
}

export interface BrowserSignInOptions {
  readonly credentials: Credentials;
  readonly ports: SignInPorts;
  readonly challenge: Challenge;
  /** Whether you asked for this sign-in yourself, so that it needs no question. */
  readonly isAskedFor: boolean;
  readonly consent: SignInConsent;
  /** Ends the sign-in. */
  readonly stop: AbortController;
}

/** Milliseconds that you may take to sign in. */
const timeLimit = 5 * 60_000;

/** Gets tokens with your help, in the browser. */
export async function signInWithBrowser(server: SignInServer, options: BrowserSignInOptions): Promise<void> {
  checkConsent(server, options);
  const { ports, stop, consent } = options;
  const clientMetadataUrl = documentAddress(ports.clientMetadataUrl?.() ?? '', server.name);
  void ports.clock
    .sleep(timeLimit, stop.signal)
    .then(() => stop.abort(serverErrors.signInTimedOut(server.name)));
  const receiver = await ports.redirects.open(stop.signal);
  try {
    await signInThrough(receiver, server, { ...options, clientMetadataUrl });
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

type SignInThroughOptions = BrowserSignInOptions & { readonly clientMetadataUrl: string | undefined };

async function signInThrough(
  receiver: RedirectReceiver,
  server: SignInServer,
  options: SignInThroughOptions,
): Promise<void> {
  const { credentials, ports, challenge, clientMetadataUrl, stop } = options;
  const { signal } = stop;
  const browser = { redirectUrl: receiver.url, state: randomBytes(24).toString('base64url') };
  const attempt = new SignInAttempt(defined({ server, credentials, browser, signal, clientMetadataUrl }));
  const ask = askServer(ports.fetch ?? fetch, { secrets: attempt.secrets, signal });
  const request = authOptions(server, challenge, ask);
  try {
    // The stored tokens have been tried before.
    await authorize(attempt, { ...request, forceReauthorization: true });
    if (attempt.page === undefined) return;
    const answer = receiver.receive(browser.state, signal);
    // If you decline, nothing waits for it.
    answer.catch(() => {});
    await askAndOpen(webPage(attempt.page), server, options);
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

/** Invariant: no browser is opened unless you asked for it or agreed. */
async function askAndOpen(
  page: URL,
  server: SignInServer,
  { ports, isAskedFor, consent, stop: { signal } }: BrowserSignInOptions,
): Promise<void> {
  const { mayOpen, openBrowser } = ports.user;
  const wanted = Promise.withResolvers<boolean>();
  consent.openAgain = async () => wanted.resolve(true);
  const question = { server: server.name, page };
  // Signing in by hand also answers a question that still lies on the screen.
  const asking = async () => isAskedFor || (await mayOpen?.(question, signal)) === true;
  const may = (await orAborted(Promise.race([asking(), wanted.promise]), signal)) === true;
  signal.throwIfAborted();
  consent.isDeclined = !may;
  if (!may) throw serverErrors.signInNeeded(server.name);
  consent.openAgain = () => openBrowser(page);
  await openBrowser(page);
}

/**
 * The code that the browser brought. The sender is checked before anything of it is believed; for a code, the
 * library does so before it redeems it. https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
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
