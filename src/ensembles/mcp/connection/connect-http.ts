import { AsyncLocalStorage } from 'node:async_hooks';
import { SdkHttpError } from '@modelcontextprotocol/client';
import { ConverserError } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { HttpServer, ServerDefinition } from '../definition/server-definition.ts';
import type { ConnectionAuth } from '../sign-in/connection-auth.ts';
import type { ConnectionPorts } from './connection-ports.ts';
import { isUnauthorized } from './explain-failure.ts';
import { type HandshakeOptions, whyRefused } from './handshake.ts';
import { type Exchanges, limitedFetch } from './limited-fetch.ts';
import type { OpenTransport, ServerConnection } from './server-connection.ts';
import { SseTransport } from './sse-transport.ts';
import { StreamableTransport } from './streamable-transport.ts';

export interface ConnectHttpOptions {
  readonly signIns: ConnectionPorts['signIns'];
  readonly connect: (
    open: () => OpenTransport,
    known?: Pick<HandshakeOptions, 'isOld'>,
  ) => Promise<ServerConnection>;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility */
export async function connectHttp(
  definition: ServerDefinition,
  server: HttpServer,
  { signIns, connect }: ConnectHttpOptions,
): Promise<ServerConnection> {
  const exchanges: Exchanges = new AsyncLocalStorage();
  const limited = limitedFetch(fetch, { server: definition.name, exchanges });
  const auth = hasKey(server) ? undefined : await signIns?.forConnection(definition, limited);
  const options = { name: definition.name, connect, exchanges, fetch: limited, ...auth };
  try {
    return await connectSigningIn(() => connectStreamableOrSse(server, options), auth);
  } finally {
    auth?.settled();
  }
}

async function connectSigningIn(
  connect: () => Promise<ServerConnection>,
  auth: ConnectionAuth | undefined,
): Promise<ServerConnection> {
  for (;;) {
    try {
      return await connect();
    } catch (cause) {
      if (!auth?.canHelp(cause)) throw cause;
      await auth.signIn();
    }
  }
}

/** A sign-in's token would replace the key in the headers. */
function hasKey({ headers }: HttpServer): boolean {
  return Object.keys(headers).some(name => name.toLowerCase() === 'authorization');
}

type ConnectOptions = Pick<ConnectHttpOptions, 'connect'> &
  Partial<ConnectionAuth> &
  Pick<ConnectionAuth, 'fetch'> &
  Pick<ServerDefinition, 'name'> & { readonly exchanges: Exchanges };

/** Whatever isn't a modern answer means an old server, so a refused question for its version decides nothing. */
async function connectStreamableOrSse(
  { kind, url, headers }: HttpServer,
  { name, connect, exchanges, fetch, authProvider, canHelp }: ConnectOptions,
): Promise<ServerConnection> {
  const address = new URL(url);
  const options = defined({ requestInit: { headers: { ...headers } }, exchanges, fetch, authProvider });
  // No server since 2026 speaks SSE, and some of the older ones never answer a probe.
  const overSse = () => connect(() => new SseTransport(address, options), { isOld: true });
  if (kind === 'sse') return overSse();
  let latest: StreamableTransport | undefined;
  const open = () => {
    latest = new StreamableTransport(address, { ...options, server: name });
    return latest;
  };
  try {
    return await connect(open).catch(cause => {
      if (latest?.hasGreeted || whyRefused(cause) === 'only-new' || canHelp?.(cause)) throw cause;
      return connect(open, { isOld: true });
    });
  } catch (cause) {
    if (!lacksStreamable(cause)) throw cause;
    return overSse().catch(second => Promise.reject(isMoreTelling(second) ? second : cause));
  }
}

/** Many servers answer 404 on unknown transports, and check credentials only on the one that they know. */
function isMoreTelling(cause: unknown): boolean {
  const refusal = cause instanceof Error ? cause.cause : undefined;
  if (refusal instanceof SdkHttpError) return isUnauthorized(refusal.status);
  return refusal instanceof ConverserError;
}

/** After any other refusal, such as that of a key, another transport would only hide the reason. */
function lacksStreamable(cause: unknown): boolean {
  const http = cause instanceof Error ? cause.cause : undefined;
  return http instanceof SdkHttpError && [400, 404, 405].includes(http.status);
}
