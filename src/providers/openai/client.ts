import type { ClientOptions, OpenAI } from 'openai';
import type { Connection } from '../wire/connection.ts';
import { withVariableUnseen } from '../wire/hide-env-variable.ts';

export type Clients = () => Promise<OpenAI>;

export const vendorUrl = 'https://api.openai.com/v1';

/** Hands out a client for the key of the moment. The SDK is loaded when the first one is wanted. */
export function createClients(connection: Connection): Clients {
  let last: { readonly key: string | undefined; readonly client: OpenAI } | undefined;
  return async () => {
    const key = await connection.key();
    if (last === undefined || last.key !== key) last = { key, client: await createClient(connection, key) };
    return last.client;
  };
}

/**
 * What the SDK would read from the environment is said here, so that no address, key or header of it is used where
 * it does not belong.
 */
async function createClient(connection: Connection, key: string | undefined): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  const { baseUrl = vendorUrl, headers = {}, organization = null, fetch } = connection;
  const options: ClientOptions = {
    baseURL: baseUrl,
    // Servers on one's own machine want no key, but the SDK wants one to be there.
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization,
    project: null,
    webhookSecret: null,
    defaultHeaders: { ...(key === undefined ? { authorization: null } : {}), ...headers },
    // Who waits, for how long and how often, is decided in `resilient/`.
    maxRetries: 0,
    timeout: 3_600_000,
    logLevel: 'off',
    ...(fetch === undefined ? {} : { fetch }),
  };
  return withVariableUnseen('OPENAI_CUSTOM_HEADERS', () => new OpenAI(options));
}
