import {
  Client,
  type ClientCapabilities,
  type ListChangedHandlers,
  SdkError,
  SdkErrorCode,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/async/listeners.ts';
import { reasonOf } from '../../../converser/errors.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { handlersFor } from './capabilities.ts';
import type { ServerHandlers, ServerLimits, ServerSurroundings } from './connection-ports.ts';
import { sayFailure } from './explain-failure.ts';
import type { OpenTransport, ServerConnection } from './server-connection.ts';
import { tellLogLevel } from './sync-log-level.ts';

export interface ConnectOverOptions {
  readonly surroundings: ServerSurroundings;
  readonly limits: ServerLimits;
  /** Ends what has been started so far. */
  readonly signal: AbortSignal;
  readonly listChanged: ListChangedHandlers;
  /** Known not to speak the specification of 2026. */
  readonly isOld?: true;
}

/** Says hello over a transport that was opened for it, and closes it where that fails. */
export async function connectOver(
  definition: ServerDefinition,
  open: () => OpenTransport,
  { surroundings, limits, signal, listChanged, isOld }: ConnectOverOptions,
): Promise<ServerConnection> {
  signal.throwIfAborted();
  const transport = open();
  const handlers = handlersFor(definition, surroundings.handlers);
  const client = new Client(clientInfo, {
    capabilities: capabilitiesOf(handlers),
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeLimit(definition, limits) } },
    listChanged,
  });
  const subscriptions = [...register(client, { definition, handlers, surroundings })];
  const ended = Promise.withResolvers<string>();
  client.onclose = () => ended.resolve(transport.ended ?? '');
  const close = async () => {
    ended.resolve('');
    for (const subscription of subscriptions) subscription.dispose();
    await leave(transport, { ...surroundings, ...limits });
    // The library forgets a transport that it has not agreed with anybody over.
    await Promise.allSettled([client.close(), transport.close()]);
  };
  const stop = () => void close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect(transport, {
      timeout: limits.start,
      signal,
      ...(isOld ? { prior: { kind: 'legacy' } } : {}),
    });
    subscriptions.push(tellLogLevel(client, { server: definition.name, transport, surroundings }));
    return { client, ended: ended.promise, close };
  } catch (cause) {
    // Asked before we end it ourselves, which would say nothing about why.
    const reason = transport.ended || sayFailure(cause);
    await close();
    throw new Error(reason, { cause });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What is known of a server by how it refused to say hello. */
export function whyRefused(cause: unknown): 'only-new' | 'ended-when-asked' | undefined {
  const refusal = cause instanceof Error ? cause.cause : undefined;
  if (refusal instanceof UnsupportedProtocolVersionError) return 'only-new';
  const hasEnded =
    refusal instanceof SdkError &&
    refusal.code === SdkErrorCode.EraNegotiationFailed &&
    refusal.message.includes('closed during');
  return hasEnded ? 'ended-when-asked' : undefined;
}

/** A silent process is an old server; over HTTP it is one that needs long. */
function probeLimit({ transport }: ServerDefinition, limits: ServerLimits): number {
  return transport.kind === 'stdio' ? limits.probe : limits.start;
}

/** A session that nobody ends is kept by its server until that tires of it. */
async function leave(
  transport: OpenTransport,
  { clock, goodbye }: Pick<ServerSurroundings, 'clock'> & Pick<ServerLimits, 'goodbye'>,
): Promise<void> {
  if (transport.sessionId === undefined || transport.terminateSession === undefined) return;
  const over = new AbortController();
  const told = transport.terminateSession().catch(() => {});
  await Promise.race([told, clock.sleep(goodbye, over.signal)]);
  over.abort('over');
}

const clientInfo = { name: 'converser', title: 'Converser', version: '1' };

function capabilitiesOf({ elicit, sample, roots, onDidChangeRoots }: ServerHandlers): ClientCapabilities {
  return {
    ...(elicit === undefined ? {} : { elicitation: { form: {}, url: {} } }),
    ...(sample === undefined ? {} : { sampling: {} }),
    ...(roots === undefined ? {} : { roots: { listChanged: onDidChangeRoots !== undefined } }),
  };
}

interface Registered {
  readonly definition: ServerDefinition;
  readonly handlers: ServerHandlers;
  readonly surroundings: ServerSurroundings;
}

function register(client: Client, { definition, handlers, surroundings }: Registered): readonly Disposable[] {
  const { elicit, sample, roots, onDidChangeRoots } = handlers;
  if (elicit !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
      elicit(params, { definition, signal: mcpReq.signal }),
    );
  }
  if (sample !== undefined) {
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
      sample(params, { definition, signal: mcpReq.signal }),
    );
  }
  if (roots !== undefined) {
    client.setRequestHandler('roots/list', async () => ({ roots: [...(await roots())] }));
  }
  const tell = (level: 'debug' | 'info' | 'warn' | 'error', text: string) =>
    surroundings.log({ server: definition.name, level, from: 'server', text });
  client.setNotificationHandler('notifications/message', ({ params: { level, data, logger } }) =>
    tell(levels[level], `${logger === undefined ? '' : `${logger}: `}${sayData(data)}`),
  );
  client.onerror = cause =>
    surroundings.log({ server: definition.name, level: 'debug', from: 'host', text: reasonOf(cause) });
  return onDidChangeRoots === undefined || roots === undefined
    ? []
    : [onDidChangeRoots(() => void client.sendRootsListChanged().catch(() => {}))];
}

const levels = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
} as const;

function sayData(data: unknown): string {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  return text.length > longestNote ? `${text.slice(0, longestNote)}…` : text;
}

/** Characters of what a server wants logged at once. */
const longestNote = 4_000;
