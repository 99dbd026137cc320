import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Gateway } from './gateway.ts';

export interface Door {
  /** Such as `http://127.0.0.1:4100`. */
  readonly baseUrl: string;
  /** Takes no more requests, and ends those that are being answered. */
  close(): Promise<void>;
}

/** @param port 0: one that is free */
export async function listen(gateway: Gateway, { port }: { readonly port: number }): Promise<Door> {
  const server = createAdaptorServer({
    fetch: gateway.fetch,
    overrideGlobalObjects: false,
    serverOptions: {
      // What a client sends must come soon; what is answered may take as long as a model thinks.
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      maxHeaderSize: 32_768,
      connectionsCheckingInterval: 5_000,
    },
  }) as Server;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${taken}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await gateway.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
