import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { shortened } from '../../../converser/ground/wording/cut-text.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { limitedRate } from '../limited-rate.ts';
import { messageLimits } from '../message-limits.ts';
import { restrainedAfterRefusals } from './after-refusals.ts';
import type { LogLine, ServerHandlers } from './connection-ports.ts';

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
  readonly clock: Pick<Clock, 'monotonic'>;
}

export function answerServer(
  client: Client,
  { definition, handlers, log, clock }: AnswerServerOptions,
): readonly Disposable[] {
  const { elicit, sample, roots, onDidChangeRoots } = handlers;
  const restrained = elicit && restrainedAfterRefusals(elicit, { server: definition.name, log, clock });
  if (restrained !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
      restrained.elicit(params, { definition, signal: mcpReq.signal }),
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
  const logging = logMessages(client, { server: definition.name, log, clock });
  const ending = restrained === undefined ? [logging] : [logging, restrained];
  return onDidChangeRoots === undefined || roots === undefined
    ? ending
    : [...ending, onDidChangeRoots(() => void client.sendRootsListChanged().catch(() => {}))];
}

interface LogMessagesOptions extends Pick<AnswerServerOptions, 'log' | 'clock'> {
  readonly server: string;
}

function logMessages(client: Client, { server, log, clock }: LogMessagesOptions): Disposable {
  const rate = limitedRate({
    most: messageLimits.logLines,
    now: clock.monotonic,
    onSkipped(count) {
      const text = `[… ${countText(count, 'message')} skipped: too many at once]`;
      log({ server, level: 'warn', from: 'host', text });
    },
  });
  client.setNotificationHandler('notifications/message', ({ params: { level, data, logger } }) => {
    if (!rate.allows()) return;
    const text = `${logger === undefined ? '' : `${logger}: `}${dataText(data)}`;
    log({ server, level: levels[level], from: 'server', text });
  });
  client.onerror = cause => {
    if (rate.allows())
      log({ server, level: 'debug', from: 'host', text: shortened(reasonOf(cause), longestMessage) });
  };
  return {
    dispose() {
      rate.end();
      // An answer that arrives while the connection closes isn't an error.
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
  return shortened(typeof data === 'string' ? data : (JSON.stringify(data) ?? ''), longestMessage);
}

/** In characters. */
const longestMessage = 4_000;
