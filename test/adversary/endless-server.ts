import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is sent: once what comes first, and then the rest again and again, as fast as the other side takes it. */
export interface Endless {
  readonly first?: string;
  /** A piece by its number, from 0. */
  readonly piece: (at: number) => string | Uint8Array;
  readonly type?: string;
  readonly status?: number;
  readonly encoding?: string;
}

export interface EndlessServer {
  readonly url: string;
  /** Bytes that were sent. */
  readonly sent: number;
  /** By how many bytes the memory of this process grew at most since the first byte. */
  readonly growth: number;
  /** Resolves once as many bytes were sent. */
  untilSent(bytes: number): Promise<void>;
  /** Resolves once the other side has closed the connection of an endless answer. */
  readonly left: Promise<void>;
  close(): Promise<void>;
}

/** An answer with an end. */
export interface Whole {
  readonly status?: number;
  readonly json?: object;
}

/** Answers as `route` says, given the body of a request, and lists one model everywhere else. */
export async function startEndlessServer(
  route: (request: IncomingMessage, body: string) => Endless | Whole | undefined,
): Promise<EndlessServer> {
  const left = Promise.withResolvers<void>();
  const waiting: { readonly bytes: number; readonly reached: () => void }[] = [];
  let [sent, growth, before] = [0, 0, 0];

  async function sendOn(response: ServerResponse, endless: Endless): Promise<void> {
    const { first = '', piece, type = 'text/event-stream', status = 200, encoding } = endless;
    const coded = encoding === undefined ? {} : { 'content-encoding': encoding };
    response.writeHead(status, { 'content-type': type, ...coded });
    response.once('close', () => left.resolve());
    before ||= inUse();
    if (first !== '') response.write(first);
    for (let at = 0; !response.closed; at++) {
      const bytes = piece(at);
      sent += bytes.length;
      growth = Math.max(growth, inUse() - before);
      for (const { bytes: wanted, reached } of waiting) if (sent >= wanted) reached();
      if (!response.write(bytes)) await Promise.race([once(response, 'drain'), left.promise]);
      // The client runs in this process, too.
      await new Promise(setImmediate);
    }
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const answer = route(request, body) ?? { json: models };
    if ('piece' in answer) return sendOn(response, answer);
    const { status = 200, json } = answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(json === undefined ? '' : JSON.stringify(json));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get sent() {
      return sent;
    },
    get growth() {
      return growth;
    },
    untilSent: bytes => new Promise(reached => void waiting.push({ bytes, reached })),
    left: left.promise,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const models = { object: 'list', data: [{ id: 'm', object: 'model' }], has_more: false };

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
