import type { Log } from '../../converser/ground/ports.ts';
import { createKnownSecrets, type KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import { looksSecret } from '../../converser/ground/secrets/looks-secret.ts';
import type { SecretValues } from '../../converser/ground/secrets/secret-values.ts';
import type { RequestLog } from '../../converser/words/models/request-log.ts';
import type { Exchange } from './exchange.ts';

export interface Connection {
  readonly id: string;
  readonly label: string;
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly organization?: string;
  /** It is read for every request, so that a new key takes effect. `undefined` means that none is stored. */
  readonly key: () => Promise<string | undefined>;
  readonly fetch?: typeof fetch;
  /** How a request is made. Default: by `fetch` where it is given. It counts before that. */
  readonly exchange?: Exchange;
  readonly secrets?: SecretValues;
  readonly log?: Pick<Log, 'info'>;
  readonly requests?: RequestLog;
}

export interface HidingConnection extends Omit<Connection, 'secrets'> {
  readonly secrets: KnownSecrets;
}

/** The key and headers of the connection are known from the moment when they can be sent. */
export function hidingConnection<Given extends Connection>(
  connection: Given,
): Omit<Given, 'secrets'> & HidingConnection {
  const { headers = {} } = connection;
  const secrets = createKnownSecrets(connection.secrets);
  for (const [name, value] of Object.entries(headers)) {
    if (looksSecret(name, value))
      for (const secret of [value, value.replace(/^\w+\s+/, '')]) secrets.learn(secret);
  }
  return {
    ...connection,
    secrets,
    async key() {
      const key = await connection.key();
      secrets.learn(key);
      return key;
    },
  };
}
