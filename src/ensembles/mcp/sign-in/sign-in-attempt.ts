import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { Credentials } from './credentials.ts';
import { announcedPage, checkAuthorizationServer } from './reach/authorization-server.ts';
import { isRegisteredFor, registeredByHand, type SignInServer } from './registered-client.ts';

export interface SignInAttemptOptions {
  readonly server: SignInServer;
  readonly credentials: Credentials;
  /** Without a browser, you aren't asked, and the stored tokens must do. */
  readonly browser?: { readonly redirectUrl: string; readonly state: string };
  /** After it aborted, nothing is stored: you may have signed out. */
  readonly signal: AbortSignal;
}

/** It is never opened: without a browser, `redirectToAuthorization` throws. */
const nowhere = 'http://127.0.0.1/callback';

export class SignInAttempt implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  /** They must not appear in any message. */
  readonly secrets = new Set<string>();
  readonly #options: SignInAttemptOptions;
  #page: URL | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = '';
  #tried: StoredOAuthTokens | undefined;

  constructor(options: SignInAttemptOptions) {
    this.#options = options;
    this.redirectUrl = options.browser?.redirectUrl ?? nowhere;
    this.clientMetadata = clientMetadata([this.redirectUrl]);
  }

  get page(): URL | undefined {
    return this.#page;
  }

  get announcedPage(): URL | undefined {
    return announcedPage(this.#discovered);
  }

  state(): string {
    return this.#options.browser?.state ?? '';
  }

  async clientInformation(context?: Context): Promise<StoredOAuthClientInformation | undefined> {
    const { server, credentials, browser } = this.#options;
    const issuer = context?.issuer ?? '';
    // A client that was registered by hand is never re-registered.
    if (server.client !== undefined) {
      this.hide(server.client.secret);
      return registeredByHand({ ...server, client: server.client }, issuer, credentials);
    }
    const stored = await credentials.registration(issuer);
    this.hide(stored?.client_secret);
    if (browser !== undefined) {
      return stored !== undefined && isRegisteredFor(stored, this.redirectUrl) ? stored : undefined;
    }
    if (stored === undefined) throw serverErrors.signInNeeded(server.name);
    return stored;
  }

  saveClientInformation(registration: StoredOAuthClientInformation, context?: Context): Promise<void> {
    const { credentials, signal } = this.#options;
    signal.throwIfAborted();
    return credentials.keepRegistration(context?.issuer ?? '', registration);
  }

  async tokens(context?: Context): Promise<StoredOAuthTokens | undefined> {
    this.#tried = await this.#options.credentials.tokens(context?.issuer);
    this.hide(this.#tried?.access_token, this.#tried?.refresh_token);
    return this.#tried;
  }

  saveTokens(tokens: StoredOAuthTokens, context?: Context): Promise<void> {
    const { credentials, signal } = this.#options;
    this.hide(tokens.access_token, tokens.refresh_token);
    signal.throwIfAborted();
    return credentials.keepTokens(context?.issuer ?? '', tokens);
  }

  redirectToAuthorization(url: URL): void {
    if (this.#options.browser === undefined) throw serverErrors.signInNeeded(this.#options.server.name);
    this.#page = url;
  }

  /** It serves this one attempt only, so it isn't stored. */
  saveCodeVerifier(value: string): void {
    this.#verifier = value;
    this.hide(value);
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    const { browser, server } = this.#options;
    if (browser !== undefined) checkAuthorizationServer(state, server);
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    const { server, credentials } = this.#options;
    const isAll = what === 'all';
    // A client that was registered by hand stays bound to the authorization servers that have seen it.
    if (server.client === undefined && (isAll || what === 'client')) await credentials.forgetRegistrations();
    // If no tokens were sent, as with a code, none were refused.
    if (this.#tried !== undefined && (isAll || what === 'tokens'))
      await credentials.forgetTokens(this.#tried);
    if (isAll || what === 'discovery') this.#discovered = undefined;
  }

  hide(...values: readonly (string | undefined)[]): void {
    for (const value of values) if (value !== undefined && value !== '') this.secrets.add(value);
  }
}

type Context = OAuthClientInformationContext;

function clientMetadata(redirectUris: readonly string[]): OAuthClientMetadata {
  return {
    client_name: 'Converser',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // A secret inside a public program wouldn't be secret.
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
}
