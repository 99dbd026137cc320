import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

export interface HttpListener {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

export async function listen(listener: RequestListener): Promise<HttpListener> {
  const server = createServer(listener);
  // Otherwise a client on a busy machine loses idle connections after 5 s; npm tries again only 10 s later.
  server.keepAliveTimeout = 0;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Puts a handler of the fetch standard behind a socket. */
export function listenWith(handle: (request: Request) => Promise<Response>): Promise<HttpListener> {
  return listen(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const body = await readBody(incoming);
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
      signal: gone.signal,
      ...(body === '' ? {} : { body }),
    });
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) return void outgoing.end();
    Readable.fromWeb(response.body as ReadableStream)
      .on('error', () => {})
      .pipe(outgoing);
  });
}

export async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
  return Buffer.concat(pieces).toString('utf8');
}
