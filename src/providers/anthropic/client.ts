import type { Anthropic } from '@anthropic-ai/sdk';
import { errors } from '../../converser/ground/errors.ts';
import type { Connection } from '../wire/connection.ts';
import { clientOptions, clientsFor, withVariableHidden } from '../wire/sdk-client.ts';

export type Clients = () => Promise<Anthropic>;

const vendorUrl = 'https://api.anthropic.com';

/** Invariant: no key comes from the environment or from a file that the SDK knows, so none goes to another server. */
export function createClients(connection: Connection): Clients {
  const { baseUrl, headers = {}, label } = connection;
  return clientsFor(connection, async key => {
    if (key === undefined && baseUrl === undefined && !hasCredentials(headers))
      throw errors.modelUnauthorized(label);
    const { Anthropic } = await import('@anthropic-ai/sdk');
    const options = {
      ...clientOptions(connection, key),
      baseURL: withoutVersion(baseUrl ?? vendorUrl),
      openTelemetry: false as const,
    };
    return withVariableHidden('ANTHROPIC_CUSTOM_HEADERS', () => new Anthropic(options));
  });
}

function hasCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some(name => /^(authorization|x-api-key)$/i.test(name));
}

/** The SDK adds `/v1` itself, and people copy addresses with it. */
function withoutVersion(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '');
}
