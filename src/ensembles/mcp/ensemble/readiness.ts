import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';
import type { Clock } from '../../../converser/ports.ts';
import type { RestartableServer } from '../server/restartable-server.ts';
import { serverFailure } from '../server/server-failure.ts';
import { createEagerStart } from './eager-start.ts';
import type { EnsembleStatus } from './ensemble-status.ts';
import type { OfferedTools } from './offered-tools.ts';
import { createReadyAttempts } from './ready-attempt.ts';
import { createSharedWait } from './shared-wait.ts';

/** How an MCP ensemble becomes ready and disconnected. */
export interface Readiness {
  /** Waits until the tools can be called, but not longer than the limit for servers that are new. */
  connect(signal: AbortSignal): Promise<void>;
  disconnect(): Promise<void>;
  /** Connects if need be, and throws if that fails. */
  require(signal: AbortSignal): Promise<void>;
}

export interface ReadinessOptions {
  readonly server: RestartableServer;
  readonly status: EnsembleStatus;
  readonly tools: Pick<OfferedTools, 'recall' | 'saved'>;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
  readonly settings: {
    readonly isEager: boolean;
    /** Milliseconds that a caller waits for a server that is new. */
    readonly firstSight: number;
  };
}

export function createReadiness(options: ReadinessOptions): Readiness {
  const { server, status, tools, clock, settings } = options;
  const startEagerly = createEagerStart(options);
  const waiting = createSharedWait(waitUntilReady);
  /** Aborts on `disconnect`. What began before then changes nothing any more. */
  let end = new AbortController();
  const startAgain = () => void startEagerly(end.signal);
  const attempts = createReadyAttempts(options, startAgain);

  server.onDidLose(() => noteLoss(options, startAgain));

  async function waitUntilReady(abandoned: AbortSignal): Promise<void> {
    const ended = end.signal;
    // A listener of the next change may call `connect`, and must then find this attempt.
    await undefined;
    if (ended.aborted) return;
    if (attempts.current === undefined && server.rest > 0)
      return status.fail(server.lastFailure ?? serverFailure(''));
    const ours = attempts.join();
    const left = ours.since + settings.firstSight - clock.monotonic();
    if (left <= 0) return;
    status.become({ status: 'connecting' });
    const outcome = await withinTime(ours.work, { clock, left, abandoned });
    if (ours === attempts.current && outcome !== 'done') status.fail(serverFailure(stillStarting));
  }

  async function connect(signal: AbortSignal): Promise<void> {
    if (status.state.status !== 'ready') await waiting.join(signal);
  }

  return {
    connect,
    async disconnect() {
      end.abort('disconnected');
      end = new AbortController();
      attempts.abandon();
      waiting.detach();
      server.forgive();
      const stopping = server.stop();
      if (status.state.status !== 'disconnected') status.become({ status: 'disconnected' });
      await Promise.all([stopping, tools.saved()]);
    },
    async require(signal) {
      await connect(signal);
      const { state } = status;
      if (state.status === 'failed') throw serverErrors.serverUnavailable(server.name, state.error.message);
    },
  };
}

function noteLoss({ server, status, warn, settings }: ReadinessOptions, startEagerly: () => void): void {
  const failure = server.lastFailure ?? serverFailure('');
  warn(failure.message);
  if (status.state.status === 'ready') status.fail(failure);
  if (settings.isEager && status.state.status !== 'disconnected') startEagerly();
}

const stillStarting = 'Still starting. Its tools will appear once it is ready.';

interface Deadline {
  readonly clock: Clock;
  /** Milliseconds. */
  readonly left: number;
  readonly abandoned: AbortSignal;
}

async function withinTime(
  work: Promise<void>,
  { clock, left, abandoned }: Deadline,
): Promise<'done' | 'late' | 'abandoned'> {
  const enough = new AbortController();
  const late = clock.sleep(left, enough.signal).then(() => 'late' as const);
  const first = await orAborted(Promise.race([work, late]), abandoned);
  enough.abort('over');
  return first === aborted ? 'abandoned' : (first ?? 'done');
}
