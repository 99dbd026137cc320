import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Loopback, onLoopback } from './loopback.ts';

/** What the server does once it has read a request; `asked` is its body as text. */
export type Misbehaviour = (response: ServerResponse, asked: string) => Promise<void> | void;

/** A server of any wire that lists its models properly, and answers everything else as it is told to. */
export async function startFaultyServer(
  models: readonly object[],
  misbehave: Misbehaviour,
): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    const asked = await text(request);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      // The version is what Ollama is known by.
      response.end(JSON.stringify({ object: 'list', data: models, has_more: false, version: '0.23.1' }));
    } else {
      // Whoever looks what it is asks for nothing.
      if (asked === '{}') response.writeHead(400).end('{"error":"model is required"}');
      else await misbehave(response, asked);
    }
  });
  return onLoopback(server);
}

/** Resolves when what was written before has left. */
export function sent(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
  return new Promise(resolve => response.write(piece, () => resolve()));
}
