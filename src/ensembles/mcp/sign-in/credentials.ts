import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { serial } from '../../../converser/async/serial.ts';
import { isJsonObject } from '../../../converser/json/json.ts';

/** Where secrets are kept: the editor's secret storage, or the system's. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/**
 * What was agreed with the authorization servers of one MCP server.
 *
 * Invariant: what one authorization server gave is never shown to another. A server that names another one tomorrow
 * gets nothing of what was agreed with the one it named today.
 */
export interface Credentials {
  registration(issuer: string): Promise<StoredOAuthClientInformation | undefined>;
  keepRegistration(issuer: string, registration: StoredOAuthClientInformation): Promise<void>;
  forgetRegistrations(): Promise<void>;
  /** Which authorization servers know us by this id. */
  issuersOf(clientId: string): Promise<readonly string[]>;
  /** Without an issuer: those that were kept last. */
  tokens(issuer?: string): Promise<StoredOAuthTokens | undefined>;
  keepTokens(issuer: string, tokens: StoredOAuthTokens): Promise<void>;
  /** Forgets these, and no others that have been kept meanwhile, perhaps by another window. */
  forgetTokens(refused: StoredOAuthTokens): Promise<void>;
  forgetAll(): Promise<void>;
}

interface Kept {
  readonly registrations: Readonly<Record<string, StoredOAuthClientInformation>>;
  readonly tokens: Readonly<Record<string, StoredOAuthTokens>>;
  /** The issuer of the tokens that were kept last. */
  readonly latest?: string;
}

const nothing: Kept = { registrations: {}, tokens: {} };

/** Other windows keep theirs in the same place, so it is read anew each time. */
export function createCredentials(secrets: SecretStore, serverUrl: string): Credentials {
  const key = `mcp-oauth:${serverUrl}`;
  const read = async () => parse(await secrets.get(key));
  // What was read before everything was forgotten would otherwise be written afterwards.
  const inTurn = serial();
  const change = (changed: (kept: Kept) => Kept) =>
    inTurn(async () => secrets.set(key, JSON.stringify(changed(await read()))));
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
    forgetAll: () => inTurn(() => secrets.delete(key)),
  };
}

function own<T>(kept: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(kept, name) ? kept[name] : undefined;
}

/** Whatever cannot be read was not agreed: the person signs in once more. */
function parse(text: string | undefined): Kept {
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
