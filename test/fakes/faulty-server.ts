import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does once it has read a request; `asked` is its body as text. */
export type Misbehaviour = (response: ServerResponse, asked: string) => Promise<void> | void;

export interface FaultyServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A server of any wire that lists its models properly, and answers everything else as it is told to. */
export async function startFaultyServer(
  models: readonly object[],
  misbehave: Misbehaviour,
): Promise<FaultyServer> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      // The version is what Ollama is known by.
      response.end(JSON.stringify({ object: 'list', data: models, has_more: false, version: '0.23.1' }));
    } else {
      const asked = Buffer.concat(pieces).toString('utf8');
      // Whoever looks what it is asks for nothing.
      if (asked === '{}') response.writeHead(400).end('{"error":"model is required"}');
      else await misbehave(response, asked);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // A test that fails before it closes its server is told of, and does not keep the run from ending.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Resolves when what was written before has left. */
export function sent(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
  return new Promise(resolve => response.write(piece, () => resolve()));
}
