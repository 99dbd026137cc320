import { defined } from '../../../converser/ground/json/defined.ts';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

/** The table `[server]` of a descriptor. */
export function serverTable({
  transport,
  startTimeout,
}: Pick<ServerDefinition, 'transport' | 'startTimeout'>): JsonObject {
  const start_timeout = startTimeout === undefined ? undefined : startTimeout / 1000;
  if (transport.kind !== 'stdio') {
    const { kind, url, headers, oauthClientId: oauth_client_id } = transport;
    return defined({ transport: kind, url, headers: unlessEmpty(headers), oauth_client_id, start_timeout });
  }
  const { kind, command, args, env, envFile: env_file, cwd } = transport;
  return defined({ transport: kind, command, args, env: unlessEmpty(env), env_file, cwd, start_timeout });
}

function unlessEmpty(values: Readonly<Record<string, string>>): JsonObject | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}
