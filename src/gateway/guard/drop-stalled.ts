import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../converser/ground/ports.ts';

interface Stalled {
  /** In bytes, when it was last looked at. */
  readonly taken: number;
  /** In milliseconds on the clock; it has taken no more since. */
  readonly since: number;
}

interface StalledLimits {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** In milliseconds. */
  readonly stalled: number;
  /** In milliseconds, from one look to the next. */
  readonly check: number;
}

/**
 * Closes connections whose client takes nothing of what waits for it: its answer would keep its place for ever. For a
 * client that waits for a model, nothing waits.
 */
export function dropStalled(server: Server, { clock, ...limits }: StalledLimits): void {
  const answering = new Map<ServerResponse, Stalled>();
  const note = (_: IncomingMessage, response: ServerResponse) => {
    answering.set(response, { taken: 0, since: clock.monotonic() });
    response.once('close', () => answering.delete(response));
  };
  const check = () => {
    const now = clock.monotonic();
    for (const [response, { taken, since }] of answering) {
      const { socket } = response;
      const isHeldUp = socket !== null && socket.writableLength > 0 && takenFrom(socket) === taken;
      if (!isHeldUp) answering.set(response, { taken: socket === null ? 0 : takenFrom(socket), since: now });
      else if (now - since >= limits.stalled) socket.destroy();
    }
    stop = clock.after(limits.check, check);
  };
  let stop = () => {};
  server.on('request', note);
  server.on('checkContinue', note);
  // A server that finds its port in use never closes.
  server.once('listening', () => {
    stop = clock.after(limits.check, check);
  });
  server.once('close', () => stop());
}

/** Leaves out what the socket still holds. */
function takenFrom(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
