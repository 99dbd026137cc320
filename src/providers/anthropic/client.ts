import type { Anthropic } from '@anthropic-ai/sdk';
import { VERSION } from '@anthropic-ai/sdk/version';
import { errors } from '../../converser/ground/errors.ts';
import type { Connection } from '../wire/connection.ts';
import {
  type Clients as AnyClients,
  clientOptions,
  clientsFor,
  withVariableHidden,
} from '../wire/sdk-client.ts';

export type Clients = AnyClients<Anthropic>;

const vendorUrl = 'https://api.anthropic.com';

/** Invariant: no key comes from the environment or from a file that the SDK knows, so none goes to another server. */
export function createClients(connection: Connection): Clients {
  const { baseUrl, headers = {}, label } = connection;
  const baseURL = withoutVersion(baseUrl ?? vendorUrl);
  return clientsFor(connection, {
    name: 'Anthropic',
    version: VERSION,
    baseUrl: baseURL,
    headers: { 'anthropic-version': '2026-10-21', 'x-stainless-timeout': '3600' },
    check(key) {
      if (key === undefined && baseUrl === undefined && !hasCredentials(headers))
        throw errors.modelUnauthorized(label);
    },
    async create(key) {
      const { Anthropic } = await import('@anthropic-ai/sdk');
      const options = { ...clientOptions(connection, key), baseURL, openTelemetry: false as const };
      return withVariableHidden('ANTHROPIC_CUSTOM_HEADERS', () => new Anthropic(options));
    },
  });
}

function hasCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some(name => /^(authorization|x-api-key)$/i.test(name));
}

/** The SDK adds `/v1` itself, and people copy addresses with it. */
function withoutVersion(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '');
}
