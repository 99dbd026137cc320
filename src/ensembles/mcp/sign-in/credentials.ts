import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { serial } from '../../../converser/ground/async/serial.ts';
import { isJsonObject } from '../../../converser/ground/json/json.ts';

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** Invariant: what one authorization server gave is never shown to another. */
export interface Credentials {
  registration(issuer: string): Promise<StoredOAuthClientInformation | undefined>;
  keepRegistration(issuer: string, registration: StoredOAuthClientInformation): Promise<void>;
  forgetRegistrations(): Promise<void>;
  issuersOf(clientId: string): Promise<readonly string[]>;
  tokens(issuer?: string): Promise<StoredOAuthTokens | undefined>;
  keepTokens(issuer: string, tokens: StoredOAuthTokens): Promise<void>;
  /** Keeps tokens that were stored since, perhaps by another window. */
  forgetTokens(refused: StoredOAuthTokens): Promise<void>;
  forgetAll(): Promise<void>;
}

interface StoredCredentials {
  readonly registrations: Readonly<Record<string, StoredOAuthClientInformation>>;
  readonly tokens: Readonly<Record<string, StoredOAuthTokens>>;
  readonly latest?: string;
}

const nothing: StoredCredentials = { registrations: {}, tokens: {} };

/** It is read for each call, because other windows write to the same place. */
export function createCredentials(secrets: SecretStore, serverUrl: string): Credentials {
  const key = `mcp-oauth:${serverUrl}`;
  const read = async () => parse(await secrets.get(key));
  // Otherwise, a change that was read before `forgetAll` could be written after it.
  const inTurn = serial();
  const change = (changed: (stored: StoredCredentials) => StoredCredentials) =>
    inTurn(async () => secrets.store(key, JSON.stringify(changed(await read()))));
  return {
    registration: async issuer => own((await read()).registrations, issuer),
    keepRegistration: (issuer, registration) =>
      change(kept => ({ ...kept, registrations: { ...kept.registrations, [issuer]: registration } })),
    forgetRegistrations: () => change(kept => ({ ...kept, registrations: {} })),
    issuersOf: async clientId =>
      Object.entries((await read()).registrations).flatMap(([issuer, { client_id: id }]) =>
        id === clientId ? [issuer] : [],
      ),
    async tokens(issuer) {
      const { tokens, latest } = await read();
      const wanted = issuer ?? latest;
      return wanted === undefined ? undefined : own(tokens, wanted);
    },
    keepTokens: (issuer, tokens) =>
      change(kept => ({ ...kept, tokens: { ...kept.tokens, [issuer]: tokens }, latest: issuer })),
    forgetTokens: refused =>
      change(kept => {
        const others = Object.entries(kept.tokens).filter(
          ([, { access_token }]) => access_token !== refused.access_token,
        );
        return { ...kept, tokens: Object.fromEntries(others) };
      }),
    forgetAll: () => inTurn(async () => secrets.delete(key)),
  };
}

function own<T>(kept: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(kept, name) ? kept[name] : undefined;
}

/** What can't be parsed counts as absent: you sign in once more. */
function parse(text: string | undefined): StoredCredentials {
  if (text === undefined) return nothing;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isJsonObject(kept)) return nothing;
    const { registrations, tokens, latest } = kept;
    return {
      registrations: only(registrations, 'client_id'),
      tokens: only(tokens, 'access_token'),
      ...(typeof latest === 'string' ? { latest } : {}),
    };
  } catch {
    return nothing;
  }
}

function only<T>(value: unknown, needed: string): Readonly<Record<string, T>> {
  if (!isJsonObject(value)) return {};
  const sound = Object.entries(value).filter(
    ([, each]) => isJsonObject(each) && typeof each[needed] === 'string',
  );
  return Object.fromEntries(sound) as Record<string, T>;
}
