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

/** Starts the server until it runs, you refuse it or the signal aborts. No call would report its failures. */
export function createEagerStart({ server, status, clock, warn }: EagerStartOptions) {
  let current: AbortSignal | undefined;

  /** A failure is logged only once. A start that `disconnect` ended isn't a failure. */
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

export function noteFailedStart(
  cause: unknown,
  { server, status }: Pick<EagerStartOptions, 'server' | 'status'>,
): void {
  if (server.status !== 'stopped' || status.state.status !== 'ready') return;
  status.fail(server.lastFailure ?? serverFailure(reasonOf(cause), cause));
}
