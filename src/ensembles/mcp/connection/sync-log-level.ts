import { type Client, LOG_LEVEL_META_KEY, type LoggingLevel } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/async/listeners.ts';
import { reasonOf } from '../../../converser/errors.ts';
import type { LogLevel, LogLevels, ServerSurroundings } from './connection-ports.ts';
import type { OpenTransport } from './server-connection.ts';

export interface TellLogLevelOptions {
  readonly server: string;
  /** Over which the client has said hello. */
  readonly transport: OpenTransport;
  readonly surroundings: Pick<ServerSurroundings, 'log' | 'logLevels'>;
}

/**
 * Tells a server from which level on its log is read, until that is disposed. One that logs nothing is told nothing.
 *
 * https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
 */
export function tellLogLevel(
  client: Client,
  { server, transport, surroundings: { log, logLevels } }: TellLogLevelOptions,
): Disposable {
  const isTold = logLevels !== undefined && client.getServerCapabilities()?.logging !== undefined;
  if (!isTold) return { dispose() {} };
  if (client.getProtocolEra() === 'modern') return withEachRequest(transport, () => logLevels.of(server));
  const complain = (cause: unknown) => {
    const text = `It was told in vain from which level on to log: ${reasonOf(cause)}`;
    log({ server, level: 'debug', from: 'host', text });
  };
  return byRequests(client, { server, logLevels, complain });
}

type Message = Parameters<OpenTransport['send']>[0];

/**
 * Since 2026 a server may log nothing of a request that does not say from which level on. The library says so in none,
 * so it is said where all of them pass, those included that it makes by itself.
 */
function withEachRequest(transport: OpenTransport, wanted: () => LogLevel): Disposable {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withLevel(message, wanted()), options);
  // It is over with the connection, for which the transport was opened.
  return { dispose() {} };
}

function withLevel(message: Message, level: LogLevel): Message {
  if (level === 'off' || !('method' in message && 'id' in message)) return message;
  const { params } = message;
  return {
    ...message,
    params: { ...params, _meta: { ...params?._meta, [LOG_LEVEL_META_KEY]: names[level] } },
  };
}

interface Telling {
  readonly server: string;
  readonly logLevels: LogLevels;
  readonly complain: (cause: unknown) => void;
}

/** Before, a server was told once, and again after each change. Nobody waits for that, least of all a start. */
function byRequests(client: Client, { server, logLevels, complain }: Telling): Disposable {
  let told: LoggingLevel | undefined;
  let isTelling = false;
  let isOver = false;
  // One at a time, so that what is told last is what holds, over whatever ways the requests go.
  async function tell(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    for (let level = wanted(); level !== told && !isOver; level = wanted()) {
      told = level;
      await client.setLoggingLevel(level).catch(cause => isOver || complain(cause));
    }
    isTelling = false;
  }
  function wanted(): LoggingLevel {
    return names[logLevels.of(server)];
  }
  const subscription = logLevels.onDidChange?.(() => void tell());
  void tell();
  return {
    dispose() {
      isOver = true;
      subscription?.dispose();
    },
  };
}

/** Who wants to read nothing gets the least that could be asked for. */
const names: Readonly<Record<LogLevel, LoggingLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
  off: 'emergency',
};
