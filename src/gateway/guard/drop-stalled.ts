import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../converser/ground/ports.ts';

interface Stalled {
  readonly taken: number;
  readonly since: number;
}

interface StalledLimits {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** In milliseconds. */
  readonly stalled: number;
  readonly check: number;
}

/** A client that takes nothing of its answer would keep its place for ever. One that waits for a model isn't affected. */
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

function takenFrom(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
