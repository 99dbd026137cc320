import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Loopback {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function onLoopback(server: Server): Promise<Loopback> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // A test that fails before it closes its server is told of, and does not keep the run from ending.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
