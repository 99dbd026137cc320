import {
  Client,
  type ListChangedHandlers,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { answerServer, capabilitiesOf } from './answer-server.ts';
import { handlersFor } from './capabilities.ts';
import type { ConnectionPorts, ServerLimits } from './connection-ports.ts';
import { failureText } from './explain-failure.ts';
import type { OpenTransport, ServerConnection } from './server-connection.ts';
import { syncLogLevel } from './sync-log-level.ts';

export interface HandshakeOptions {
  readonly connection: ConnectionPorts;
  readonly clock: Clock;
  readonly limits: ServerLimits;
  readonly signal: AbortSignal;
  readonly listChanged: ListChangedHandlers;
  readonly isOld?: true;
}

export async function shakeHands(
  definition: ServerDefinition,
  open: () => OpenTransport,
  options: HandshakeOptions,
): Promise<ServerConnection> {
  const { connection, limits, signal, isOld } = options;
  signal.throwIfAborted();
  const transport = open();
  const { client, ended, close, onClose } = createClient(definition, transport, options);
  const stop = () => void close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect(transport, {
      timeout: limits.start,
      signal,
      ...(isOld ? { prior: { kind: 'legacy' } } : {}),
    });
    onClose(syncLogLevel(client, { server: definition.name, transport, connection }));
    const refuses = isOld || isSilent(client, transport);
    return { client, ended, close, ...(refuses && { refusesDiscovery: true }) };
  } catch (cause) {
    // Our own closing would hide the reason, so it is read first.
    const reason = transport.ended || failureText(cause);
    await close();
    throw new Error(reason, { cause });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

interface ClosableClient extends ServerConnection {
  onClose(subscription: Disposable): void;
}

function createClient(
  definition: ServerDefinition,
  transport: OpenTransport,
  { connection, clock, limits, listChanged }: HandshakeOptions,
): ClosableClient {
  const handlers = handlersFor(definition, connection.handlers);
  const client = new Client(clientInfo, {
    capabilities: capabilitiesOf(handlers),
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeLimit(definition, limits) } },
    listChanged,
  });
  const subscriptions = [...answerServer(client, { definition, handlers, log: connection.log, clock })];
  const ended = Promise.withResolvers<string>();
  client.onclose = () => ended.resolve(transport.ended ?? '');
  return {
    client,
    ended: ended.promise,
    onClose: subscription => void subscriptions.push(subscription),
    async close() {
      ended.resolve('');
      for (const subscription of subscriptions) subscription.dispose();
      await endSession(transport, { clock, limits });
      // The library doesn't close a transport over which no handshake succeeded.
      await Promise.allSettled([client.close(), transport.close()]);
    },
  };
}

/** An older server may have answered only the greeting, and not the question for its version. */
function isSilent(client: Client, { answers }: OpenTransport): boolean {
  return client.getProtocolEra() === 'legacy' && answers === 1;
}

const clientInfo = { name: 'converser', title: 'Converser', version: '1' };

/** A silent process is an old server; a silent address is a slow one. */
function probeLimit({ transport }: ServerDefinition, limits: ServerLimits): number {
  return transport.kind === 'stdio' ? limits.probe : limits.start;
}

/** A session that no client ends stays at the server until it expires. */
async function endSession(
  transport: OpenTransport,
  { clock, limits }: Pick<HandshakeOptions, 'clock' | 'limits'>,
): Promise<void> {
  if (transport.sessionId === undefined || transport.terminateSession === undefined) return;
  const over = new AbortController();
  const terminated = transport.terminateSession().catch(() => {});
  await Promise.race([terminated, clock.sleep(limits.shutdown, over.signal)]);
  over.abort('over');
}

export function whyRefused(cause: unknown): 'only-new' | 'refused' | 'ended-when-asked' | undefined {
  const refusal = cause instanceof Error ? cause.cause : undefined;
  if (refusal instanceof UnsupportedProtocolVersionError) return 'only-new';
  if (refusal instanceof ProtocolError) return 'refused';
  const hasEnded =
    refusal instanceof SdkError &&
    refusal.code === SdkErrorCode.EraNegotiationFailed &&
    refusal.message.includes('closed during');
  return hasEnded ? 'ended-when-asked' : undefined;
}
