import type { ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Clock } from '../../converser/ground/ports.ts';

interface StalledLimits {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** In milliseconds. */
  readonly stalled: number;
  readonly check: number;
}

/** A client that takes nothing of its answer would keep its place for ever. One that waits for a model isn't affected. */
export function dropStalled(
  server: Server,
  answering: ReadonlySet<ServerResponse>,
  { clock, ...limits }: StalledLimits,
): void {
  const heldUp = new WeakMap<ServerResponse, { readonly taken: number; readonly since: number }>();
  const check = () => {
    const now = clock.monotonic();
    for (const response of answering) {
      const { socket } = response;
      const taken = socket === null ? 0 : takenFrom(socket);
      const before = heldUp.get(response);
      const isHeldUp = socket !== null && socket.writableLength > 0 && taken === before?.taken;
      if (!isHeldUp) heldUp.set(response, { taken, since: now });
      else if (now - before.since >= limits.stalled) socket.destroy();
    }
    stop = clock.after(limits.check, check);
  };
  let stop = () => {};
  // A server that finds its port in use never closes.
  server.once('listening', () => {
    stop = clock.after(limits.check, check);
  });
  server.once('close', () => stop());
}

function takenFrom(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
