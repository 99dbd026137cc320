import type { Anthropic } from '@anthropic-ai/sdk';
import { errors } from '../../converser/errors.ts';
import type { Connection } from '../connection.ts';

const vendorUrl = 'https://api.anthropic.com';

/**
 * A client for one request, with the key as it is now. The SDK is loaded when the first one is needed.
 *
 * Invariant: nothing is taken from the environment or from files that the SDK knows of: no key goes to a server
 * it was not meant for. A server of one's own may do without a key.
 */
export async function connect(connection: Connection): Promise<Anthropic> {
  const { baseUrl, headers = {}, fetch } = connection;
  const key = (await connection.key())?.trim() || undefined;
  if (key === undefined && baseUrl === undefined && !hasCredentials(headers)) {
    throw errors.modelUnauthorized(connection.label);
  }
  const { Anthropic } = await import('@anthropic-ai/sdk');
  return new Anthropic({
    apiKey: key ?? 'none',
    baseURL: withoutVersion(baseUrl ?? vendorUrl),
    defaultHeaders: { ...(key === undefined ? { authorization: null } : {}), ...headers },
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    ...(fetch === undefined ? {} : { fetch }),
  });
}

function hasCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some(name => /^(authorization|x-api-key)$/i.test(name));
}

/** The SDK adds `/v1` itself, and people copy addresses with it. */
function withoutVersion(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '');
}
