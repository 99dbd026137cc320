import { type Client, LOG_LEVEL_META_KEY, type LoggingLevel } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import type { ConnectionPorts, LogLevel, LogLevels } from './connection-ports.ts';
import type { OpenTransport } from './server-connection.ts';

export interface SyncLogLevelOptions {
  readonly server: string;
  readonly transport: OpenTransport;
  readonly connection: Pick<ConnectionPorts, 'log' | 'logLevels'>;
}

/** https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging */
export function syncLogLevel(
  client: Client,
  { server, transport, connection: { log, logLevels } }: SyncLogLevelOptions,
): Disposable {
  const isLogging = logLevels !== undefined && client.getServerCapabilities()?.logging !== undefined;
  if (!isLogging) return { dispose() {} };
  if (client.getProtocolEra() === 'modern') return withEachRequest(transport, () => logLevels.of(server));
  const complain = (cause: unknown) => {
    const text = `Setting its log level failed: ${reasonOf(cause)}`;
    log({ server, level: 'debug', from: 'host', text });
  };
  return byRequests(client, { server, logLevels, complain });
}

type Message = Parameters<OpenTransport['send']>[0];

/** Since 2026 a server logs only for requests that name a level. The library never names one, so it is added here. */
function withEachRequest(transport: OpenTransport, wanted: () => LogLevel): Disposable {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withLevel(message, wanted()), options);
  // It ends with the transport, which serves this connection only.
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

interface ByRequestsOptions {
  readonly server: string;
  readonly logLevels: LogLevels;
  readonly complain: (cause: unknown) => void;
}

/** Until 2025 a request sets the level at the start and after each change. The start doesn't wait for it. */
function byRequests(client: Client, { server, logLevels, complain }: ByRequestsOptions): Disposable {
  let sent: LoggingLevel | undefined;
  let isSending = false;
  let isOver = false;
  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let level = wanted(); level !== sent && !isOver; level = wanted()) {
      sent = level;
      await client.setLoggingLevel(level).catch(cause => isOver || complain(cause));
    }
    isSending = false;
  }
  function wanted(): LoggingLevel {
    return names[logLevels.of(server)];
  }
  const subscription = logLevels.onDidChange?.(() => void send());
  void send();
  return {
    dispose() {
      isOver = true;
      subscription?.dispose();
    },
  };
}

const names: Readonly<Record<LogLevel, LoggingLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
  off: 'emergency',
};
