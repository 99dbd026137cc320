import type { Anthropic, ClientOptions } from '@anthropic-ai/sdk';
import { errors } from '../../converser/errors.ts';
import type { Connection } from '../wire/connection.ts';
import { withVariableUnseen } from '../wire/hide-env-variable.ts';

const vendorUrl = 'https://api.anthropic.com';

/** One client serves as long as the key is the same. */
const clients = new WeakMap<Connection, { readonly key: string | undefined; readonly client: Anthropic }>();

/**
 * A client with the key as it is now. The SDK is loaded when the first one is needed.
 *
 * Invariant: nothing is taken from the environment or from files that the SDK knows of: no key goes to a server
 * it was not meant for. A server of one's own may do without a key.
 */
export async function connect(connection: Connection): Promise<Anthropic> {
  const { baseUrl, headers = {} } = connection;
  const key = (await connection.key())?.trim() || undefined;
  if (key === undefined && baseUrl === undefined && !hasCredentials(headers)) {
    throw errors.modelUnauthorized(connection.label);
  }
  const known = clients.get(connection);
  if (known !== undefined && known.key === key) return known.client;
  const { Anthropic } = await import('@anthropic-ai/sdk');
  const options = clientOptions(connection, key);
  const client = withVariableUnseen('ANTHROPIC_CUSTOM_HEADERS', () => new Anthropic(options));
  clients.set(connection, { key, client });
  return client;
}

function clientOptions({ baseUrl, headers, fetch }: Connection, key: string | undefined): ClientOptions {
  return {
    apiKey: key ?? 'none',
    baseURL: withoutVersion(baseUrl ?? vendorUrl),
    defaultHeaders: { ...(key === undefined ? { authorization: null } : {}), ...headers },
    // Who waits, for how long and how often, is decided in `resilient/`.
    maxRetries: 0,
    timeout: 3_600_000,
    logLevel: 'off',
    openTelemetry: false,
    ...(fetch === undefined ? {} : { fetch }),
  };
}

function hasCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some(name => /^(authorization|x-api-key)$/i.test(name));
}

/** The SDK adds `/v1` itself, and people copy addresses with it. */
function withoutVersion(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '');
}
