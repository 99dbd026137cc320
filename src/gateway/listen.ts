import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../converser/ground/ports.ts';
import { createSystemClock } from '../converser/ground/system-ports.ts';
import type { Answer } from './answer.ts';
import type { Gateway } from './gateway.ts';
import { answerFaults } from './guard/answer-faults.ts';
import { dropStalled } from './guard/drop-stalled.ts';
import { finish } from './guard/finish.ts';
import type { Way } from './guard/guard.ts';
import { requestOf } from './node-request.ts';
import { type Reach, reachOf } from './reach.ts';
import { refusalFor, refusals } from './refusal.ts';
import { dropRest, sendAnswer } from './send-answer.ts';

export interface Door {
  readonly isOpen: boolean;
  readonly baseUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** Default: this machine only. Contract: the caller has shown you the `reachWarnings`. */
  readonly reach?: Pick<Reach, 'at' | 'names'>;
  readonly times?: Partial<ArrivalTimes>;
  readonly clock?: Pick<Clock, 'monotonic' | 'after'>;
}

/** In milliseconds. An answer may take as long as a model thinks, but a request must come soon. */
interface ArrivalTimes {
  readonly headers: number;
  readonly whole: number;
  readonly stalled: number;
  readonly check: number;
}

const ordinaryTimes: ArrivalTimes = { headers: 10_000, whole: 60_000, stalled: 60_000, check: 1_000 };

/** In milliseconds. */
const longestFarewell = 1_000;

const onlyHere = reachOf({ names: [], origins: [] });

export async function listen(
  gateway: Gateway,
  { port, reach = onlyHere, times = {}, clock = createSystemClock() }: ListenOptions,
): Promise<Door> {
  const names = [...reach.at.names, ...reach.names];
  const server = openServer(gateway, { names, times: { ...ordinaryTimes, ...times }, clock });
  server.listen(port, reach.at.address);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    isOpen: reach.at.isOpen,
    baseUrl: `http://${reach.at.host}:${taken}`,
    port: taken,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await gateway.close();
      // Clients read how their requests ended, unless they hang.
      const limit = setTimeout(() => server.closeAllConnections(), longestFarewell);
      const idle = setInterval(() => server.closeIdleConnections(), 10);
      await closed;
      clearTimeout(limit);
      clearInterval(idle);
    },
  };
}

interface ServerSetup {
  readonly names: readonly string[];
  readonly times: ArrivalTimes;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
}

function openServer(gateway: Gateway, { names, times, clock }: ServerSetup): Server {
  const answering = new Set<ServerResponse>();
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answering.add(outgoing);
    const asked = requestOf(incoming, outgoing);
    const way = wayOf(incoming, outgoing, names);
    outgoing.once('close', () => {
      answering.delete(outgoing);
      dropRest(incoming);
      // The default reason would be an error with a stack trace.
      way.over.abort('over');
    });
    sendAnswer(asked === undefined ? notARequest() : await gateway.answer(asked, way), outgoing);
  };
  const server = createServer(
    {
      headersTimeout: times.headers,
      requestTimeout: times.whole,
      connectionsCheckingInterval: times.check,
      maxHeaderSize: 32_768,
    },
    answer,
  );
  // Their size bounds headers. Beyond a number, Node would leave some out, perhaps Origin.
  server.maxHeadersCount = 0;
  server.maxConnections = 1_024;
  server.on('checkContinue', answer);
  answerFaults(server, answering);
  dropStalled(server, answering, { clock, stalled: times.stalled, check: times.check });
  return server;
}

function wayOf(incoming: IncomingMessage, outgoing: ServerResponse, names: readonly string[]): Way {
  // A client that asks first sends its body only if it may come in.
  const isAsking = incoming.headers.expect?.toLowerCase() === '100-continue';
  return {
    over: new AbortController(),
    leave: () => void incoming.socket.destroy(),
    onClosed: call => void outgoing.once('close', call),
    names,
    awaitBody: isAsking ? () => outgoing.writeContinue() : () => {},
  };
}

function notARequest(): Answer {
  const request = { path: '/', headers: new Map<string, string>() };
  const answer = refusalFor(request, refusals.notARequest());
  finish(answer, { request, id: randomUUID() });
  return answer;
}
