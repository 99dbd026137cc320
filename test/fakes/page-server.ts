import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { type Loopback, onLoopback } from './loopback.ts';

export interface Page {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

/** What a path answers with: a page, or whatever the function does with the response. */
export type Route = string | Page | ((request: IncomingMessage, response: ServerResponse) => void);

export interface PageServer extends Loopback {
  readonly asked: readonly IncomingMessage[];
}

const nothing: Page = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Nothing here.' };

/** Serves pages on a port of loopback, 404 for other paths. A string is an HTML page. */
export async function startPageServer(routes: Readonly<Record<string, Route>>): Promise<PageServer> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const route = routes[pathname] ?? nothing;
    if (typeof route === 'function') return route(request, response);
    const { status = 200, headers, body }: Page = typeof route === 'string' ? { body: route } : route;
    response.writeHead(status, headers ?? { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  return { ...(await onLoopback(server)), asked };
}
