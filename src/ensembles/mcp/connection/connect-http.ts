import { SdkHttpError } from '@modelcontextprotocol/client';
import { ConverserError } from '../../../converser/errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { HttpServer, ServerDefinition } from '../definition/server-definition.ts';
import type { ConnectionAuth } from '../sign-in/sign-ins.ts';
import type { ServerSurroundings } from './connection-ports.ts';
import { isShut } from './explain-failure.ts';
import type { ConnectOverOptions } from './handshake.ts';
import type { OpenTransport, ServerConnection } from './server-connection.ts';
import { SseTransport } from './sse-transport.ts';
import { StreamableTransport } from './streamable-transport.ts';

export interface ConnectHttpOptions {
  readonly surroundings: ServerSurroundings;
  readonly connect: (
    open: () => OpenTransport,
    known?: Pick<ConnectOverOptions, 'isOld'>,
  ) => Promise<ServerConnection>;
}

/**
 * Speaks Streamable HTTP, and the older HTTP with SSE with servers that know only that.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility
 */
export async function connectHttp(
  definition: ServerDefinition,
  server: HttpServer,
  { surroundings: { signIns, fetch: send = fetch }, connect }: ConnectHttpOptions,
): Promise<ServerConnection> {
  const auth = hasKey(server) ? undefined : signIns?.forConnection(definition, send);
  const way = { name: definition.name, connect, fetch: send, ...auth };
  try {
    return await connectWithHelp(() => connectEither(server, way), auth);
  } finally {
    auth?.settled();
  }
}

/** Makes a connection anew whenever the person has helped: none is kept open while they are asked. */
async function connectWithHelp(
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

/** Who has a key of their own needs no other, and it would take the place of theirs. */
function hasKey({ headers }: HttpServer): boolean {
  return Object.keys(headers).some(name => name.toLowerCase() === 'authorization');
}

type Way = Pick<ConnectHttpOptions, 'connect'> &
  Partial<ConnectionAuth> &
  Pick<ConnectionAuth, 'fetch'> &
  Pick<ServerDefinition, 'name'>;

async function connectEither(
  { kind, url, headers }: HttpServer,
  { name, connect, fetch, authProvider }: Way,
): Promise<ServerConnection> {
  const address = new URL(url);
  const options = defined({ requestInit: { headers: { ...headers } }, fetch, authProvider });
  // No server of the newer era speaks it, and some of the older never answer when they are asked.
  const overSse = () => connect(() => new SseTransport(address, options), { isOld: true });
  if (kind === 'sse') return overSse();
  try {
    return await connect(() => new StreamableTransport(address, { ...options, server: name }));
  } catch (cause) {
    if (!knowsNoStreamable(cause)) throw cause;
    return overSse().catch(second => Promise.reject(saysMore(second) ? second : cause));
  }
}

/** Many servers have no route at all for what they do not know, and ask who we are only where they are at home. */
function saysMore(cause: unknown): boolean {
  const refusal = cause instanceof Error ? cause.cause : undefined;
  if (refusal instanceof SdkHttpError) return isShut(refusal.status);
  return refusal instanceof ConverserError;
}

/** Any other refusal, such as that of a key, would only be hidden by trying something else. */
function knowsNoStreamable(cause: unknown): boolean {
  const http = cause instanceof Error ? cause.cause : undefined;
  return http instanceof SdkHttpError && [400, 404, 405].includes(http.status);
}
