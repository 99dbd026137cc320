import type { Connection } from './connection.ts';

export function clientsFor<Client>(
  { key: readKey }: Connection,
  create: (key: string | undefined) => Promise<Client>,
): () => Promise<Client> {
  let last: { readonly key: string | undefined; readonly client: Client } | undefined;
  return async () => {
    const key = (await readKey())?.trim() || undefined;
    if (last === undefined || last.key !== key) last = { key, client: await create(key) };
    return last.client;
  };
}

export function clientOptions({ headers, fetch }: Connection, key: string | undefined) {
  return {
    // A server of your own may need no key, but the SDK needs one.
    apiKey: key ?? 'none',
    defaultHeaders: { ...(key === undefined ? { authorization: null } : {}), ...headers },
    maxRetries: 0,
    timeout: 3_600_000,
    logLevel: 'off',
    ...(fetch === undefined ? {} : { fetch }),
  } as const;
}

/** Both SDKs would send the headers in their variables to any server, and have no option against it. */
export function withVariableHidden<T>(name: string, make: () => T): T {
  const { env } = process;
  const value = env[name];
  delete env[name];
  try {
    return make();
  } finally {
    if (value !== undefined) env[name] = value;
  }
}
