import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/async/listeners.ts';
import { reasonOf } from '../../../converser/errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { LogLine, ServerHandlers } from './connection-ports.ts';

/** The capabilities that we announce to a server: those that have a handler. */
export function capabilitiesOf({
  elicit,
  sample,
  roots,
  onDidChangeRoots,
}: ServerHandlers): ClientCapabilities {
  return defined({
    elicitation: elicit && { form: {}, url: {} },
    sampling: sample && {},
    roots: roots && { listChanged: onDidChangeRoots !== undefined },
  });
}

export interface AnswerServerOptions {
  readonly definition: ServerDefinition;
  readonly handlers: ServerHandlers;
  readonly log: LogLine;
}

/** Has the client answer what the server requests and log what it reports. Dispose the result when the connection closes. */
export function answerServer(
  client: Client,
  { definition, handlers, log }: AnswerServerOptions,
): readonly Disposable[] {
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
  const logging = logMessages(client, { server: definition.name, log });
  return onDidChangeRoots === undefined || roots === undefined
    ? [logging]
    : [logging, onDidChangeRoots(() => void client.sendRootsListChanged().catch(() => {}))];
}

function logMessages(
  client: Client,
  { server, log }: { readonly server: string; readonly log: LogLine },
): Disposable {
  client.setNotificationHandler('notifications/message', ({ params: { level, data, logger } }) => {
    const text = `${logger === undefined ? '' : `${logger}: `}${dataText(data)}`;
    log({ server, level: levels[level], from: 'server', text });
  });
  client.onerror = cause => log({ server, level: 'debug', from: 'host', text: reasonOf(cause) });
  // An answer that arrives while the connection closes is not an error.
  return {
    dispose() {
      client.onerror = () => {};
    },
  };
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

function dataText(data: unknown): string {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}

/** Characters of one log message. */
const longestMessage = 4_000;
