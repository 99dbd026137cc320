import {
  type AuthProvider,
  extractWWWAuthenticateParams,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { type Challenge, insufficientScope, mergeChallenges } from './challenge.ts';
import {
  createScopeUpgrade,
  isSignInNeeded,
  type ScopeUpgrade,
  type ServerAccount,
} from './server-account.ts';

/** Brings the tokens to one connection, and asks you to sign in where they are refused. */
export interface ConnectionAuth {
  readonly authProvider: AuthProvider;
  /**
   * Sends to the server. Where the server wants more rights and the connection stands, it asks you for them and sends
   * once more.
   */
  readonly fetch: FetchLike;
  /** Whether you could help a connection that could not be made, and have not yet. */
  canHelp(refusal: unknown): boolean;
  /**
   * Asks you to sign in after a refusal. A connection that is being made has little time, so its requests do not
   * wait for you; see `settled`.
   */
  signIn(): Promise<void>;
  /** The connection stands: from now on, its requests themselves wait for you. */
  settled(): void;
}

export function createConnectionAuth(server: ServerAccount, send: FetchLike): ConnectionAuth {
  const authorized = new AuthorizedConnection(server, send);
  return {
    authProvider: {
      token: () => server.account.token(),
      onUnauthorized: ({ response }) => authorized.onUnauthorized(response),
    },
    fetch: (url, init) => authorized.fetch(url, init),
    canHelp: refusal => authorized.canHelp(refusal),
    signIn: () => authorized.signIn(),
    settled: () => authorized.settled(),
  };
}

class AuthorizedConnection {
  readonly #server: ServerAccount;
  readonly #send: FetchLike;
  readonly #upgrade: ScopeUpgrade;
  /** The token of each request: another request may have renewed it since. */
  readonly #usedFor = new WeakMap<Response, string>();
  #isSettled = false;
  /** The rights that the server wants before it lets the connection be made. */
  #missing: Challenge | undefined;
  #hasSignedIn = false;

  constructor(server: ServerAccount, send: FetchLike) {
    this.#server = server;
    this.#send = send;
    this.#upgrade = createScopeUpgrade(server);
  }

  canHelp(refusal: unknown): boolean {
    return this.#missing === undefined
      ? !this.#hasSignedIn && isSignInNeeded(refusal)
      : !this.#upgrade.isGivenUp(this.#missing);
  }

  async signIn(): Promise<void> {
    const wider = this.#missing;
    this.#missing = undefined;
    if (wider === undefined) {
      this.#hasSignedIn = true;
      return this.#server.account.signIn(this.#server.asked, { isAskedFor: false });
    }
    await this.#upgrade.signIn(wider);
    // A server that still refuses says so to the next connection.
    this.#upgrade.giveUp(wider);
  }

  settled(): void {
    this.#isSettled = true;
  }

  async fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const response = await this.#send(url, init);
    this.#usedFor.set(response, bearerOf(init));
    const challenge = insufficientScope(response);
    if (challenge === undefined) return response;
    const wider = mergeChallenges(this.#server.asked, challenge);
    if (!this.#isSettled) this.#missing = wider;
    if (!this.#isSettled || !(await this.#upgrade.isGranted(wider))) return response;
    await response.body?.cancel();
    const renewed = withBearer(init, await this.#server.account.token());
    const again = await this.#send(url, renewed);
    this.#usedFor.set(again, bearerOf(renewed));
    if (insufficientScope(again) !== undefined) this.#upgrade.giveUp(wider);
    return again;
  }

  async onUnauthorized(response: Response): Promise<void> {
    const { account } = this.#server;
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    this.#server.asked = mergeChallenges(this.#server.asked, { scope, resourceMetadataUrl });
    const current = await account.token();
    const used = this.#usedFor.get(response);
    if (current !== undefined && used !== undefined && current !== used) return;
    try {
      await account.renew(this.#server.asked);
    } catch (cause) {
      if (!this.#isSettled || !isSignInNeeded(cause)) throw cause;
      await account.signIn(this.#server.asked, { isAskedFor: false });
    }
  }
}

function bearerOf(init: RequestInit | undefined): string {
  return new Headers(init?.headers).get('authorization')?.replace(/^Bearer /i, '') ?? '';
}

function withBearer(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
