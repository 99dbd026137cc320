import {
  type AuthProvider,
  extractWWWAuthenticateParams,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { type Challenge, insufficientScope, mergeChallenges } from './challenge.ts';
import { createScopeUpgrade, isSignInNeeded, type ServerAccount } from './server-account.ts';

export interface ConnectionAuth {
  readonly authProvider: AuthProvider;
  /** If the server wants more rights and the connection stands, it asks you for them and sends once more. */
  readonly fetch: FetchLike;
  canHelp(refusal: unknown): boolean;
  /** A connection that is being made has little time, so its requests don't wait for you; see `settled`. */
  signIn(): Promise<void>;
  /** From now on, the connection's requests themselves wait for you. */
  settled(): void;
}

export function createConnectionAuth(server: ServerAccount, send: FetchLike): ConnectionAuth {
  const { account } = server;
  const upgrade = createScopeUpgrade(server);
  /** Another request may have renewed the token since. */
  const usedFor = new WeakMap<Response, string>();
  let isSettled = false;
  let missing: Challenge | undefined;
  let hasSignedIn = false;

  async function sendOnce(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    const response = await send(url, init);
    usedFor.set(response, bearerOf(init));
    return response;
  }

  async function onUnauthorized(response: Response): Promise<void> {
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    server.asked = mergeChallenges(server.asked, { scope, resourceMetadataUrl });
    const current = await account.token();
    const used = usedFor.get(response);
    if (current !== undefined && used !== undefined && current !== used) return;
    await renewOrSignIn(server, () => isSettled);
  }

  return {
    authProvider: {
      token: () => account.token(),
      onUnauthorized: ({ response }) => onUnauthorized(response),
    },
    async fetch(url, init) {
      const response = await sendOnce(url, init);
      const challenge = insufficientScope(response);
      if (challenge === undefined) return response;
      const wider = mergeChallenges(server.asked, challenge);
      if (!isSettled) missing = wider;
      if (!isSettled || !(await upgrade.isGranted(wider))) return response;
      await response.body?.cancel();
      const again = await sendOnce(url, withBearer(init, await account.token()));
      if (insufficientScope(again) !== undefined) upgrade.giveUp(wider);
      return again;
    },
    canHelp: refusal =>
      missing === undefined ? !hasSignedIn && isSignInNeeded(refusal) : !upgrade.isGivenUp(missing),
    async signIn() {
      const wider = missing;
      missing = undefined;
      if (wider === undefined) {
        hasSignedIn = true;
        return account.signIn(server.asked, { isAskedFor: false });
      }
      await upgrade.signIn(wider);
      // A server that still refuses says so to the next connection.
      upgrade.giveUp(wider);
    },
    settled() {
      isSettled = true;
    },
  };
}

async function renewOrSignIn(server: ServerAccount, maySignIn: () => boolean): Promise<void> {
  try {
    await server.account.renew(server.asked);
  } catch (cause) {
    if (!maySignIn() || !isSignInNeeded(cause)) throw cause;
    await server.account.signIn(server.asked, { isAskedFor: false });
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
