import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Page {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

/** What a path answers with: a page, or whatever the function does with the response. */
export type Route = string | Page | ((request: IncomingMessage, response: ServerResponse) => void);

export interface PageServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** What was asked for: `GET /a?b host`. */
  readonly asked: readonly IncomingMessage[];
  close(): Promise<void>;
}

/** Serves pages on a port of loopback, 404 for other paths. A string is an HTML page. */
export async function startPageServer(routes: Readonly<Record<string, Route>>): Promise<PageServer> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const route = routes[pathname] ?? {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: 'Nothing here.',
    };
    if (typeof route === 'function') return route(request, response);
    const { status = 200, headers, body }: Page = typeof route === 'string' ? { body: route } : route;
    response.writeHead(status, headers ?? { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
