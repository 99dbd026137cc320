import type { OpenAI } from 'openai';
import type { Connection } from '../wire/connection.ts';
import { clientOptions, clientsFor, withVariableHidden } from '../wire/sdk-client.ts';

export type Clients = () => Promise<OpenAI>;

export const vendorUrl = 'https://api.openai.com/v1';

/** Invariant: no address, key or header comes from the environment, so none goes to another server. */
export function createClients(connection: Connection): Clients {
  return clientsFor(connection, async key => {
    const { OpenAI } = await import('openai');
    const options = {
      ...clientOptions(connection, key),
      baseURL: connection.baseUrl ?? vendorUrl,
      organization: connection.organization ?? null,
      adminAPIKey: null,
      project: null,
      webhookSecret: null,
    };
    return withVariableHidden('OPENAI_CUSTOM_HEADERS', () => new OpenAI(options));
  });
}
