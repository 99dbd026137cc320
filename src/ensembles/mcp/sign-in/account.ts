import { errors } from '../../../converser/ground/errors.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { authorize } from './authorize.ts';
import { authOptions, signInWithBrowser } from './browser-sign-in.ts';
import type { Challenge } from './challenge.ts';
import type { SignInConsent } from './consent.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { atAllowedPlaces, type SignInNetwork } from './reach/allowed-places.ts';
import { askServer, untilRefused } from './reach/ask-server.ts';
import type { SignInServer } from './registered-client.ts';
import { SignInAttempt } from './sign-in-attempt.ts';
import { signInFailure } from './sign-in-failure.ts';
import type { SignInPorts } from './sign-in-ports.ts';

export interface Account {
  token(): Promise<string | undefined>;
  grantedScope(): Promise<string | undefined>;
  /** Never asks you. Rejects with `sign-in-needed` if it can't renew. */
  renew(challenge: Challenge): Promise<void>;
  signIn(challenge: Challenge, options: { readonly isAskedFor: boolean }): Promise<void>;
  stop(): void;
  signOut(): Promise<void>;
}

export function createAccount(server: SignInServer, ports: SignInPorts): Account {
  const credentials = createCredentials(ports.secrets, server.url);
  const consent: SignInConsent = { isDeclined: false, openAgain: undefined };
  let signedOut = new AbortController();
  let stop = new AbortController();
  const renewOnce = shared<Challenge>(challenge =>
    renew(server, { credentials, challenge, network: ports.network ?? {}, signal: signedOut.signal }),
  );
  const signInOnce = shared<{ readonly challenge: Challenge; readonly isAskedFor: boolean }>(wanted => {
    stop = new AbortController();
    return signInWithBrowser(server, { ...wanted, credentials, ports, consent, stop });
  });
  return {
    token: async () => (await credentials.tokens())?.access_token,
    grantedScope: async () => (await credentials.tokens())?.scope,
    renew: renewOnce,
    async signIn(challenge, { isAskedFor }) {
      if (isAskedFor) await consent.openAgain?.();
      await signInOnce({ challenge, isAskedFor });
    },
    stop: () => stop.abort(errors.cancelled()),
    async signOut() {
      consent.isDeclined = false;
      stop.abort(errors.cancelled());
      signedOut.abort(errors.cancelled());
      signedOut = new AbortController();
      await credentials.forgetAll();
    },
  };
}

function shared<T>(run: (what: T) => Promise<void>): (what: T) => Promise<void> {
  let running: Promise<void> | undefined;
  return what => {
    running ??= run(what).finally(() => {
      running = undefined;
    });
    return running;
  };
}

interface RenewOptions {
  readonly credentials: Credentials;
  readonly challenge: Challenge;
  readonly network: SignInNetwork;
  readonly signal: AbortSignal;
}

async function renew(
  server: SignInServer,
  { credentials, challenge, network, signal }: RenewOptions,
): Promise<void> {
  if ((await credentials.tokens())?.refresh_token === undefined) throw serverErrors.signInNeeded(server.name);
  const attempt = new SignInAttempt({ server, credentials, signal });
  const send = askServer(atAllowedPlaces(server, network), { secrets: attempt.secrets, signal });
  try {
    await authorize(attempt, authOptions(server, challenge, untilRefused(send)));
  } catch (cause) {
    throw signal.aborted ? signal.reason : signInFailure(cause, server, attempt);
  }
}
