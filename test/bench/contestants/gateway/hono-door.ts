import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/** Opens a server made of the gateway's own framework, so that the framework is not what is measured. */
export async function openHono(answer: (request: Request) => Promise<Response>): Promise<string> {
  const app = new Hono();
  app.post('*', ({ req }) => answer(req.raw));
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The same request to an address of the model's server, with nothing looked at. */
export async function passOn(request: Request, url: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: await request.arrayBuffer(),
    signal: request.signal,
  });
}

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
};
