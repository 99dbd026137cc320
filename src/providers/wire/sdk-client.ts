import type { Connection } from './connection.ts';

/** Loads an SDK once it is called. */
export interface Clients<Client> {
  (): Promise<Client>;
  /** What its client would send a request with, without it: to load one takes longer than a first reply. */
  at(path: string): Promise<OwnRequest>;
}

export interface OwnRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Sdk<Client> {
  readonly name: 'OpenAI' | 'Anthropic';
  readonly version: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly create: (key: string | undefined) => Promise<Client>;
  /** Throws where nothing can be sent without a key. */
  readonly check?: (key: string | undefined) => void;
}

export function clientsFor<Client>(connection: Connection, sdk: Sdk<Client>): Clients<Client> {
  let last: { readonly key: string | undefined; client?: Promise<Client>; headers?: OwnRequest['headers'] } =
    {
      key: undefined,
    };
  const lastFor = async () => {
    const key = (await connection.key())?.trim() || undefined;
    sdk.check?.(key);
    if (last.key !== key) last = { key };
    return last;
  };
  const urls = new Map<string, string>();
  const clients = async () => {
    const now = await lastFor();
    now.client ??= sdk.create(now.key);
    return now.client;
  };
  return Object.assign(clients, {
    async at(path: string) {
      const now = await lastFor();
      now.headers ??= headersOf(connection, sdk, now.key);
      const url = urls.get(path) ?? urlOf(sdk.baseUrl, path);
      urls.set(path, url);
      return { url, headers: now.headers };
    },
  });
}

function urlOf(base: string, path: string): string {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  url.hash = '';
  return url.href;
}

/** The same as the SDK's, in the order of a `Headers`. */
function headersOf<Client>(
  { headers: given }: Connection,
  { name, version, headers }: Sdk<Client>,
  key: string | undefined,
): OwnRequest['headers'] {
  const all = Object.entries({
    accept: 'application/json',
    'user-agent': `${name}/JS ${version}`,
    'x-stainless-arch': /^(?:x64|x32|arm|arm64)$/.test(process.arch) ? process.arch : `other:${process.arch}`,
    'x-stainless-lang': 'js',
    'x-stainless-os': systems[process.platform] ?? `Other:${process.platform}`,
    'x-stainless-package-version': version,
    'x-stainless-retry-count': '0',
    'x-stainless-runtime': 'node',
    'x-stainless-runtime-version': process.version,
    ...headers,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...given,
  });
  const sorted = new Map(all.map(([field, value]) => [field.toLowerCase(), value.trim()]));
  return {
    ...Object.fromEntries([...sorted].sort(([one], [other]) => (one < other ? -1 : 1))),
    'content-type': 'application/json',
  };
}

const systems: Readonly<Record<string, string>> = {
  android: 'Android',
  darwin: 'MacOS',
  win32: 'Windows',
  freebsd: 'FreeBSD',
  openbsd: 'OpenBSD',
  linux: 'Linux',
};

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
