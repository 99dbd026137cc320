import type { OpenAI } from 'openai';
import { VERSION } from 'openai/version';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Connection } from '../wire/connection.ts';
import {
  type Clients as AnyClients,
  clientOptions,
  clientsFor,
  withVariableHidden,
} from '../wire/sdk-client.ts';

export type Clients = AnyClients<OpenAI>;

export const vendorUrl = 'https://api.openai.com/v1';

/** Invariant: no address, key or header comes from the environment, so none goes to another server. */
export function createClients(connection: Connection): Clients {
  const { baseUrl = vendorUrl, organization } = connection;
  return clientsFor(connection, {
    name: 'OpenAI',
    version: VERSION,
    baseUrl,
    headers: defined({ 'openai-organization': organization }),
    async create(key) {
      const { OpenAI } = await import('openai');
      const options = {
        ...clientOptions(connection, key),
        baseURL: baseUrl,
        organization: organization ?? null,
        adminAPIKey: null,
        project: null,
        webhookSecret: null,
      };
      return withVariableHidden('OPENAI_CUSTOM_HEADERS', () => new OpenAI(options));
    },
  });
}
