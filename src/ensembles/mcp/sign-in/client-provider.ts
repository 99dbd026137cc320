import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { errors } from '../../../converser/errors.ts';
import { clientMetadata, isSteady } from './client-metadata.ts';
import type { Credentials } from './credentials.ts';

/** The server that somebody signs in to. */
export interface SignInServer {
  readonly name: string;
  readonly url: string;
  /** Registered by hand, for authorization servers that register nobody else. */
  readonly client?: { readonly id: string; readonly secret?: string };
}

export interface ClientProviderOptions {
  readonly server: SignInServer;
  readonly credentials: Credentials;
  /** Where authorization servers that can do so read who we are, which makes registering needless. */
  readonly clientMetadataUrl?: string;
  /** Absent: nobody is there to sign in, and what is kept has to do. */
  readonly person?: { readonly redirectUrl: string; readonly state: string };
  /** Nothing is kept after it: the person may have signed out meanwhile. */
  readonly signal: AbortSignal;
}

/** One attempt to get at tokens, as the library wants to be told of it. */
export interface ClientProvider {
  readonly provider: OAuthClientProvider;
  /** The page on which the person signs in, once it has come to that. */
  readonly page: URL | undefined;
  readonly discovered: OAuthDiscoveryState | undefined;
  /** What must not appear in any message; whoever learns of more adds it. */
  readonly secrets: Set<string>;
}

/** Never opened: whoever is sent there has been refused before. */
const nowhere = 'http://127.0.0.1/callback';

export function createClientProvider(options: ClientProviderOptions): ClientProvider {
  const { server, credentials, person, signal } = options;
  const redirectUrl = person?.redirectUrl ?? nowhere;
  const clientMetadataUrl = isSteady(redirectUrl) ? options.clientMetadataUrl : undefined;
  const secrets = new Set<string>();
  let page: URL | undefined;
  let discovered: OAuthDiscoveryState | undefined;
  let verifier = '';
  let tried: StoredOAuthTokens | undefined;

  async function clientInformation(issuer: string): Promise<StoredOAuthClientInformation | undefined> {
    // Whom somebody has registered by hand nobody registers anew, be it under the address of a document.
    if (server.client !== undefined) return registeredByHand(server.client, issuer);
    const usable = await credentials.registration(issuer);
    hide(secrets, usable?.client_secret);
    if (person === undefined && usable === undefined) throw errors.signInNeeded(server.name);
    if (person === undefined) return usable;
    return usable !== undefined && isFor(usable, { redirectUrl, clientMetadataUrl }) ? usable : undefined;
  }

  /** Is for the authorization server that was first asked: whoever the server names later may be anybody. */
  async function registeredByHand(
    { id, secret }: NonNullable<SignInServer['client']>,
    issuer: string,
  ): Promise<StoredOAuthClientInformation> {
    hide(secrets, secret);
    const known = await credentials.issuersOf(id);
    const [first] = known;
    if (first !== undefined && !known.map(bare).includes(bare(issuer))) {
      throw errors.signInFailed(server.name, isForAnother(first, issuer));
    }
    return {
      client_id: id,
      ...(first === undefined ? {} : { issuer }),
      ...(secret === undefined ? {} : { client_secret: secret }),
    };
  }

  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: clientMetadata([redirectUrl]),
    state: () => person?.state ?? '',
    clientInformation: context => clientInformation(context?.issuer ?? ''),
    saveClientInformation(registration, context) {
      signal.throwIfAborted();
      return credentials.keepRegistration(context?.issuer ?? '', registration);
    },
    async tokens(context) {
      tried = await credentials.tokens(context?.issuer);
      hide(secrets, tried?.access_token, tried?.refresh_token);
      return tried;
    },
    saveTokens(tokens, context) {
      hide(secrets, tokens.access_token, tokens.refresh_token);
      signal.throwIfAborted();
      return credentials.keepTokens(context?.issuer ?? '', tokens);
    },
    redirectToAuthorization(url) {
      if (person === undefined) throw errors.signInNeeded(server.name);
      page = url;
    },
    // It is of use for this one attempt only, so it is not kept anywhere.
    saveCodeVerifier(value) {
      verifier = value;
      hide(secrets, value);
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(state) {
      discovered = state;
    },
    discoveryState: () => discovered,
    async invalidateCredentials(what) {
      // What was registered by hand stays bound to whom it was shown.
      const isOurs = server.client === undefined;
      if (isOurs && (what === 'all' || what === 'client')) await credentials.forgetRegistrations();
      // Where none were shown, as with a code, none were refused.
      const isRefused = what === 'all' || what === 'tokens';
      if (isRefused && tried !== undefined) await credentials.forgetTokens(tried);
      if (what === 'all' || what === 'discovery') discovered = undefined;
    },
  };
  return {
    provider,
    secrets,
    get page() {
      return page;
    },
    get discovered() {
      return discovered;
    },
  };
}

/** Some call themselves by a last slash at one time, and without it at another. */
function bare(issuer: string): string {
  return issuer.replace(/\/$/, '');
}

function isForAnother(first: string, issuer: string): string {
  return `the client that it is given was registered at ${said(first)}, and the server now wants somebody to sign in at ${said(issuer)}. If you trust that, sign out of the server first.`;
}

/** In the letters of addresses alone, whatever stands in the name. */
function said(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).href.slice(0, longestName) : 'an unnamed place';
}

const longestName = 200;

/** Whether a registration of an earlier time is one under which the browser is sent where we are now. */
function isFor(
  registration: StoredOAuthClientInformation,
  { redirectUrl, clientMetadataUrl }: { redirectUrl: string; clientMetadataUrl: string | undefined },
): boolean {
  if ('redirect_uris' in registration && Array.isArray(registration.redirect_uris)) {
    return registration.redirect_uris.includes(redirectUrl);
  }
  return !registration.client_id.startsWith('https:') || registration.client_id === clientMetadataUrl;
}

function hide(secrets: Set<string>, ...values: readonly (string | undefined)[]): void {
  for (const value of values) if (value !== undefined && value !== '') secrets.add(value);
}
