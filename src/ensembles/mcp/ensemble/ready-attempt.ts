import type { EnsembleState } from '../../../converser/ensemble/ensemble.ts';
import type { Clock } from '../../../converser/ports.ts';
import type { RestartableServer } from '../server/restartable-server.ts';
import { serverFailure } from '../server/server-failure.ts';
import type { EnsembleStatus } from './ensemble-status.ts';
import type { OfferedTools } from './offered-tools.ts';

export interface ReadyAttemptOptions {
  readonly server: RestartableServer;
  readonly status: EnsembleStatus;
  readonly tools: Pick<OfferedTools, 'recall'>;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
  readonly settings: { readonly isEager: boolean };
}

/** An attempt to become ready. It may go on after its callers have left. */
export interface ReadyAttempt {
  /** When it began, in the clock's monotonic milliseconds. */
  readonly since: number;
  /** Never rejects. */
  readonly work: Promise<void>;
}

/** The attempt that is under way, of which there is at most one. */
export interface ReadyAttempts {
  readonly current: ReadyAttempt | undefined;
  /** The attempt that is under way, or else a new one. */
  join(): ReadyAttempt;
  /** The attempt goes on, but no longer changes anything. */
  abandon(): void;
}

export function createReadyAttempts(options: ReadyAttemptOptions, startEagerly: () => void): ReadyAttempts {
  const { status, clock } = options;
  let current: ReadyAttempt | undefined;

  function begin(): ReadyAttempt {
    const work = becomeReady(options, {
      isCurrent: () => current === begun,
      settle(next) {
        current = undefined;
        status.become(next);
      },
      startEagerly,
    });
    const begun: ReadyAttempt = { since: clock.monotonic(), work };
    return begun;
  }

  return {
    get current() {
      return current;
    },
    join() {
      current ??= begin();
      return current;
    },
    abandon() {
      current = undefined;
    },
  };
}

interface BecomeReadyOptions {
  /** Whether neither `disconnect` nor another attempt has overtaken this one. */
  readonly isCurrent: () => boolean;
  readonly settle: (state: EnsembleState) => void;
  readonly startEagerly: () => void;
}

/** Recalls the tools, or starts the server to list them. Never rejects. */
async function becomeReady(
  { server, status, tools, warn, settings }: ReadyAttemptOptions,
  { isCurrent, settle, startEagerly }: BecomeReadyOptions,
): Promise<void> {
  await undefined;
  try {
    const isKnown = await tools.recall();
    if (!isCurrent()) return;
    if (!isKnown) await server.run();
    else if (settings.isEager) startEagerly();
    if (isCurrent()) settle({ status: 'ready' });
  } catch {
    if (!isCurrent()) return;
    const failure = server.lastFailure ?? serverFailure('');
    // A terminal shows no states, but shows its log.
    warn(failure.message);
    settle({ status: 'failed', error: failure });
    if (settings.isEager && status.state.status === 'failed') startEagerly();
  }
}
