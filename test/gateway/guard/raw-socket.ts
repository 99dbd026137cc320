import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A connection to the gateway on which anything can be sent. */
export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // The other side may close before it has read everything.
  socket.on('error', () => {});
  return socket;
}

/** Sends exactly this, and gives everything that comes back until the gateway closes the connection. */
export async function send(baseUrl: string, bytes: string): Promise<string> {
  const socket = await openSocket(baseUrl);
  socket.write(bytes);
  return await text(socket);
}

/** A request line and headers, each on a line of its own, with the end of the headers. */
export function head(...lines: readonly string[]): string {
  return [...lines, '', ''].join('\r\n');
}

/** The statuses of all responses in what came back, in their order. */
export function statusesIn(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
