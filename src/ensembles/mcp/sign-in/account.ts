import { randomBytes } from 'node:crypto';
import {
  type AuthOptions,
  type FetchLike,
  IssuerMismatchError,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { orAborted } from '../../../converser/async/abort.ts';
import { ConverserError, errors, reasonOf } from '../../../converser/errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { Clock } from '../../../converser/ports.ts';
import { webPage } from '../web-page.ts';
import { askServer, withoutSecrets } from './ask-server.ts';
import { authorize } from './authorize.ts';
import { documentAddress } from './client-metadata.ts';
import { type ClientProvider, createClientProvider, type SignInServer } from './client-provider.ts';
import { type Credentials, createCredentials, type SecretStore } from './credentials.ts';
import type { Redirects } from './redirects.ts';

/** What the surroundings supply so that a person can sign in. */
export interface SignInPorts {
  readonly secrets: SecretStore;
  readonly redirects: Redirects;
  /** Is given addresses of http and https only. */
  readonly openBrowser: (page: URL) => Promise<void>;
  /**
   * Whether the person wants to sign in now, on that page. Absent: nobody is asked, and a server that wants a
   * sign-in is not available until somebody signs in unasked.
   *
   * Contract: resolves to `false` when the signal aborts; never rejects.
   */
  readonly mayOpen?: (question: SignInQuestion, signal: AbortSignal) => Promise<boolean>;
  /** What helps where nobody is asked, in a sentence. Default: that somebody signs in. */
  readonly withoutAsking?: string;
  readonly clock: Clock;
  /** Asks authorization servers. Default: the global one. */
  readonly fetch?: FetchLike;
  /**
   * Where the person, or rather their company, has published who we are; empty where they have not. Asked with each
   * sign-in.
   */
  readonly clientMetadataUrl?: () => string;
  /** Milliseconds that a person may take. Default: five minutes. */
  readonly timeLimit?: number;
}

export interface SignInQuestion {
  readonly server: string;
  readonly page: URL;
}

/** What a server said when it refused a request. */
export interface Challenge {
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
}

/** What we are to one server. All who need a sign-in at the same time share one. */
export interface Account {
  token(): Promise<string | undefined>;
  grantedScope(): Promise<string | undefined>;
  /** Gets new tokens with what is kept, without anybody noticing. Rejects with `sign-in-needed` where it cannot. */
  renew(challenge: Challenge): Promise<void>;
  /** Gets tokens with the person's help; `isAskedFor` where it was their own idea. */
  signIn(challenge: Challenge, options: { readonly isAskedFor: boolean }): Promise<void>;
  /** Ends a sign-in that is under way. */
  stop(): void;
  /** Forgets everything. */
  signOut(): Promise<void>;
}

const ordinaryTimeLimit = 5 * 60_000;

export function createAccount(server: SignInServer, ports: SignInPorts): Account {
  const credentials = createCredentials(ports.secrets, server.url);
  let signedOut = new AbortController();
  const renewing = shared<Challenge>(challenge =>
    renew(server, { credentials, ports, challenge }, signedOut.signal),
  );
  const answers: Answers = { isDeclined: false, want: undefined };
  let stopped = new AbortController();
  const signingIn = shared<SignInChallenge>(challenge => {
    stopped = new AbortController();
    return signIn(server, { credentials, ports, challenge, answers }, stopped);
  });
  return {
    token: async () => (await credentials.tokens())?.access_token,
    grantedScope: async () => (await credentials.tokens())?.scope,
    renew: renewing,
    async signIn(challenge, { isAskedFor }) {
      if (isAskedFor) await answers.want?.();
      await signingIn({ ...challenge, isAskedFor });
    },
    stop: () => stopped.abort(errors.cancelled()),
    async signOut() {
      answers.isDeclined = false;
      stopped.abort(errors.cancelled());
      signedOut.abort(errors.cancelled());
      signedOut = new AbortController();
      await credentials.forgetAll();
    },
  };
}

/** While something runs, whoever wants it gets that one. */
function shared<T>(run: (what: T) => Promise<void>): (what: T) => Promise<void> {
  let running: Promise<void> | undefined;
  return what => {
    running ??= run(what).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** A no holds until the person signs in of their own accord: a model may call again and again. */
interface Answers {
  isDeclined: boolean;
  /**
   * Opens the page of the sign-in that is under way, once there is one: nobody tells us that somebody has closed it,
   * or cannot find the question any more.
   */
  want: (() => Promise<void>) | undefined;
}

interface SignInChallenge extends Challenge {
  readonly isAskedFor: boolean;
}

interface Needed<T> {
  readonly credentials: Credentials;
  readonly ports: SignInPorts;
  readonly challenge: T;
}

async function renew(
  server: SignInServer,
  { credentials, ports, challenge }: Needed<Challenge>,
  signal: AbortSignal,
): Promise<void> {
  if ((await credentials.tokens())?.refresh_token === undefined) throw errors.signInNeeded(server.name);
  const attempt = createClientProvider({ server, credentials, signal });
  const ask = askServer(ports.fetch ?? fetch, { secrets: attempt.secrets, signal });
  try {
    await told(server, attempt, () => authorize(attempt.provider, optionsFor(server, challenge, ask)));
  } catch (cause) {
    throw signal.aborted ? signal.reason : cause;
  }
}

async function signIn(
  server: SignInServer,
  { credentials, ports, challenge, answers }: Needed<SignInChallenge> & { readonly answers: Answers },
  over: AbortController,
): Promise<void> {
  if (challenge.isAskedFor) answers.isDeclined = false;
  else if (ports.mayOpen === undefined) throw errors.signInNeeded(server.name, ports.withoutAsking);
  else if (answers.isDeclined) throw errors.signInNeeded(server.name);
  const clientMetadataUrl = documentAddress(ports.clientMetadataUrl?.() ?? '', server.name);
  const { clock, timeLimit = ordinaryTimeLimit } = ports;
  void clock.sleep(timeLimit, over.signal).then(() => {
    over.abort(errors.signInTimedOut(server.name));
  });
  const receiver = await ports.redirects.open(over.signal);
  try {
    const person = { redirectUrl: receiver.url, state: randomBytes(24).toString('base64url') };
    const attempt = createClientProvider(
      defined({ server, credentials, person, signal: over.signal, clientMetadataUrl }),
    );
    await told(server, attempt, async () => {
      const ask = askServer(ports.fetch ?? fetch, { secrets: attempt.secrets, signal: over.signal });
      const options = optionsFor(server, challenge, ask);
      // What could be had without the person has been tried before.
      await authorize(attempt.provider, { ...options, forceReauthorization: true });
      const { page } = attempt;
      if (page === undefined) return;
      const answer = receiver.receive(person.state, over.signal);
      // Whoever is not asked in the end hears nothing of it.
      answer.catch(() => {});
      const { isAskedFor } = challenge;
      await open(webPage(page), { server, ports, isAskedFor, answers, signal: over.signal });
      const { code, iss } = codeOf(await answer, { server, attempt });
      await authorize(attempt.provider, {
        ...options,
        authorizationCode: code,
        ...(iss === undefined ? {} : { iss }),
      });
    });
  } catch (cause) {
    throw over.signal.aborted ? over.signal.reason : cause;
  } finally {
    answers.want = undefined;
    over.abort('over');
    await receiver.close();
  }
}

function optionsFor({ url }: SignInServer, challenge: Challenge, fetchFn: FetchLike): AuthOptions {
  const { scope, resourceMetadataUrl } = challenge;
  return defined({ serverUrl: url, fetchFn, scope, resourceMetadataUrl });
}

interface OpenOptions {
  readonly server: SignInServer;
  readonly ports: SignInPorts;
  readonly isAskedFor: boolean;
  readonly answers: Answers;
  readonly signal: AbortSignal;
}

/** Invariant: no browser is opened that nobody asked for. */
async function open(page: URL, { server, ports, isAskedFor, answers, signal }: OpenOptions): Promise<void> {
  const wanted = Promise.withResolvers<boolean>();
  answers.want = async () => wanted.resolve(true);
  const question = { server: server.name, page };
  // A question that lies unanswered on a screen must not keep later ones from being asked.
  const asking = async () => isAskedFor || (await ports.mayOpen?.(question, signal)) === true;
  const may = (await orAborted(Promise.race([asking(), wanted.promise]), signal)) === true;
  signal.throwIfAborted();
  answers.isDeclined = !may;
  if (!may) throw errors.signInNeeded(server.name);
  answers.want = () => ports.openBrowser(page);
  await ports.openBrowser(page);
}

interface Callback {
  readonly server: SignInServer;
  readonly attempt: ClientProvider;
}

/**
 * The code in what the browser brought. Who sent the browser is checked before anything of it is believed; for a
 * code, the library does so before it redeems it. https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
function codeOf(
  params: URLSearchParams,
  { server, attempt }: Callback,
): { readonly code: string; readonly iss: string | undefined } {
  const iss = params.get('iss') ?? undefined;
  const code = params.get('code');
  if (code !== null && code !== '') {
    attempt.secrets.add(code);
    return { code, iss };
  }
  const metadata = attempt.discovered?.authorizationServerMetadata;
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const reason = params.get('error_description') ?? params.get('error') ?? 'the answer held no code.';
  throw errors.signInFailed(server.name, reason.slice(0, longestReason));
}

const longestReason = 300;

/** Authorization servers may repeat in an error what they were sent, so nothing secret is left in its words. */
async function told(
  server: SignInServer,
  { secrets }: ClientProvider,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run();
  } catch (cause) {
    if (cause instanceof ConverserError) throw cause;
    throw errors.signInFailed(server.name, reasonWithout(secrets, cause));
  }
}

function reasonWithout(secrets: ReadonlySet<string>, cause: unknown): string {
  if (cause instanceof IssuerMismatchError && cause.kind === 'authorization_response') {
    // What came may be worded by somebody who wants to be taken for somebody else.
    return 'the answer came from another authorization server than the one that was asked.';
  }
  return withoutSecrets(reasonOf(cause), secrets).slice(0, longestReason);
}
