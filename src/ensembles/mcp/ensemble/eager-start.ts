import { reasonOf } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { RestartableServer } from '../server/restartable-server.ts';
import { serverFailure } from '../server/server-failure.ts';
import type { EnsembleStatus } from './ensemble-status.ts';

export interface EagerStartOptions {
  readonly server: RestartableServer;
  readonly status: EnsembleStatus;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
}

/**
 * Keeps an eager server running although nothing calls it: starts it again and again until it runs, the user does not
 * allow it or the signal aborts. Failures show immediately, because no call would report them.
 */
export function createEagerStart({ server, status, clock, warn }: EagerStartOptions) {
  /** The signal of the attempts that are being made. */
  let current: AbortSignal | undefined;

  /** The newest failure is shown, but logged only once. A start that `disconnect` ended is not a failure. */
  function noteFailure(cause: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const { lastFailure } = server;
    const failure = lastFailure ?? serverFailure(reasonOf(cause), cause);
    if (status.state.status === 'ready') warn(lastFailure?.message ?? '');
    if (status.state.status === 'failed') status.fail(failure);
    else noteFailedStart(cause, { server, status });
  }

  return async (signal: AbortSignal): Promise<void> => {
    if (current === signal) return;
    current = signal;
    let isRefused = false;
    while (!signal.aborted && !isRefused && server.status !== 'running') {
      if (server.rest > 0) await clock.sleep(server.rest, signal);
      else await server.run().catch(cause => noteFailure(cause, signal));
      isRefused = server.lastFailure?.code === 'approval-needed';
    }
    if (current === signal) current = undefined;
  };
}

/** An ensemble whose server did not start when it was needed is not ready, although its tools may be known. */
export function noteFailedStart(
  cause: unknown,
  { server, status }: Pick<EagerStartOptions, 'server' | 'status'>,
): void {
  if (server.status !== 'stopped' || status.state.status !== 'ready') return;
  status.fail(server.lastFailure ?? serverFailure(reasonOf(cause), cause));
}
