import {
  type AuthProvider,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { ConverserError, errors } from '../../../converser/errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { type Account, type Challenge, createAccount, type SignInPorts } from './account.ts';

/** Signs people in to servers, and brings the tokens. */
export interface SignIns {
  /** For one connection. */
  forConnection(definition: ServerDefinition, send: FetchLike): ConnectionAuth;
  /** Because the person wants it. */
  signIn(definition: ServerDefinition): Promise<void>;
  /** Ends a sign-in that is under way. */
  stop(definition: ServerDefinition): void;
  /** Forgets the tokens of a server and that we ever were there. */
  signOut(definition: ServerDefinition): Promise<void>;
  isSignedIn(definition: ServerDefinition): Promise<boolean>;
}

export interface ConnectionAuth {
  readonly authProvider: AuthProvider;
  /** Sends to the server, and once more where more rights were asked for and given, if the connection stands. */
  readonly fetch: FetchLike;
  /** Whether the person could help a connection that could not be made, and has not yet. */
  canHelp(refusal: unknown): boolean;
  /**
   * After a refusal, with the person's help. A connection that is being made has little time, so a person is not
   * waited for inside of it; see `settled`.
   */
  signIn(): Promise<void>;
  /** The connection stands: from now on its requests wait for the person themselves. */
  settled(): void;
}

/** Contract: the values of a definition are filled in, and its transport is one of HTTP. */
export function createSignIns(ports: SignInPorts): SignIns {
  const accounts = new Map<string, Known>();
  const accountOf = (definition: ServerDefinition): Known => {
    const { transport, name } = definition;
    if (transport.kind === 'stdio') throw errors.notOffered(name, 'anything to sign in to');
    const { url, oauthClientId: id, oauthClientSecret: secret } = transport;
    const key = JSON.stringify([name, url, id, secret]);
    const client = id === undefined ? undefined : defined({ id, secret });
    const known = accounts.get(key) ?? {
      account: createAccount(defined({ name, url, client }), ports),
      asked: wanted(definition),
    };
    accounts.set(key, known);
    return known;
  };
  return {
    forConnection: (definition, send) => connectionAuth(accountOf(definition), send),
    async signIn(definition) {
      const { account, asked } = accountOf(definition);
      await account.signIn(asked, { isAskedFor: true });
    },
    stop: definition => accountOf(definition).account.stop(),
    async signOut(definition) {
      const known = accountOf(definition);
      // Where it says who lets people in is no matter of who was let in.
      known.asked = merged(wanted(definition), { ...known.asked, scope: undefined });
      await known.account.signOut();
    },
    isSignedIn: async definition => (await accountOf(definition).account.token()) !== undefined,
  };
}

/** What is known of a server as long as we run. */
interface Known {
  readonly account: Account;
  /** What it has asked for so far, whenever it refused something, until the person signs out. */
  asked: Challenge;
}

/** What the definition asks for. */
function wanted({ transport }: ServerDefinition): Challenge {
  const scope = transport.kind === 'stdio' ? undefined : transport.oauthScope;
  return scope === undefined ? {} : { scope };
}

function connectionAuth(known: Known, send: FetchLike): ConnectionAuth {
  const { account } = known;
  let isSettled = false;
  /** With which token a response was got: another request may have brought a new one since. */
  const usedFor = new WeakMap<Response, string>();
  const widening = wideningOf(known);
  /** Of what the server wants more, before it lets a connection be made. */
  let missing: Challenge | undefined;
  let hasSignedIn = false;

  async function onUnauthorized(response: Response): Promise<void> {
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    known.asked = merged(known.asked, { scope, resourceMetadataUrl });
    const current = await account.token();
    if (current !== undefined && usedFor.has(response) && current !== usedFor.get(response)) return;
    try {
      await account.renew(known.asked);
    } catch (cause) {
      if (!isSettled || !isSignInNeeded(cause)) throw cause;
      await account.signIn(known.asked, { isAskedFor: false });
    }
  }

  return {
    authProvider: {
      token: () => account.token(),
      onUnauthorized: ({ response }) => onUnauthorized(response),
    },
    async fetch(url, init) {
      const response = await send(url, init);
      usedFor.set(response, bearerOf(init));
      const challenge = wantsMore(response);
      if (challenge === undefined) return response;
      const wider = merged(known.asked, challenge);
      if (!isSettled) missing = wider;
      if (!isSettled || !(await widening.isWidened(wider))) return response;
      await response.body?.cancel();
      const renewed = withBearer(init, await account.token());
      const again = await send(url, renewed);
      usedFor.set(again, bearerOf(renewed));
      if (wantsMore(again) !== undefined) widening.giveUp(wider);
      return again;
    },
    canHelp(refusal) {
      return missing === undefined ? !hasSignedIn && isSignInNeeded(refusal) : !widening.isGivenUp(missing);
    },
    async signIn() {
      const wider = missing;
      missing = undefined;
      if (wider === undefined) {
        hasSignedIn = true;
        return account.signIn(known.asked, { isAskedFor: false });
      }
      await widening.widen(wider);
      // Whoever still refuses it says so to the connection that is made next.
      widening.giveUp(wider);
    },
    settled: () => {
      isSettled = true;
    },
  };
}

/** Asks for more rights, but not twice for those that were of no use. */
function wideningOf(known: Known) {
  const { account } = known;
  const useless = new Set<string>();
  const isGivenUp = ({ scope }: Challenge) => useless.has(scope ?? '');

  async function widen(challenge: Challenge): Promise<void> {
    const scope = computeScopeUnion(await account.grantedScope(), challenge.scope) ?? '';
    await account.signIn({ ...challenge, scope }, { isAskedFor: false });
    // Not before somebody has given them: else a right that nobody gives would keep them from all others.
    known.asked = merged(known.asked, challenge);
  }

  return {
    widen,
    isGivenUp,
    giveUp: ({ scope }: Challenge) => useless.add(scope ?? ''),
    async isWidened(challenge: Challenge): Promise<boolean> {
      if (isGivenUp(challenge)) return false;
      try {
        await widen(challenge);
        return true;
      } catch {
        // The server's refusal says better what was missing than that nobody gave it.
        return false;
      }
    },
  };
}

export function isSignInNeeded(cause: unknown): boolean {
  if (cause instanceof ConverserError) return cause.code === 'sign-in-needed';
  return cause instanceof Error && isSignInNeeded(cause.cause);
}

/** What a server wants more of, where it says that the rights of the token are not enough. */
function wantsMore(response: Response): Challenge | undefined {
  if (response.status !== 403) return undefined;
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  if (error !== 'insufficient_scope') return undefined;
  return merged({}, { scope, resourceMetadataUrl });
}

/** Rights that were asked for once are asked for again, so that none is lost by asking for others. */
function merged(
  { scope: before, resourceMetadataUrl: known }: Challenge,
  { scope, resourceMetadataUrl = known }: { readonly [K in keyof Challenge]: Challenge[K] | undefined },
): Challenge {
  const all = computeScopeUnion(before, scope);
  return defined({ scope: all, resourceMetadataUrl });
}

function bearerOf(init: RequestInit | undefined): string {
  return new Headers(init?.headers).get('authorization')?.replace(/^Bearer /i, '') ?? '';
}

function withBearer(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
