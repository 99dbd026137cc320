import { createServer, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { type Loopback, onLoopback } from '../loopback.ts';

export type HttpListener = Omit<Loopback, 'port'>;

export function listen(listener: RequestListener): Promise<HttpListener> {
  const server = createServer(listener);
  // Otherwise a client on a busy machine loses idle connections after 5 s; npm tries again only 10 s later.
  server.keepAliveTimeout = 0;
  return onLoopback(server);
}

/** Puts a handler of the fetch standard behind a socket. */
export function listenWith(handle: (request: Request) => Promise<Response>): Promise<HttpListener> {
  return listen(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const body = await text(incoming);
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
