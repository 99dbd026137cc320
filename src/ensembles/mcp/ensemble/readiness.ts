import { countedTime, type UserTime, whenOutOfTime } from '../../../converser/call/invocation/user-time.ts';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import type { EnsembleState } from '../../../converser/words/ensemble/ensemble.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { serverFailure } from '../server/server-failure.ts';
import { createEagerStart, type EagerStartOptions } from './eager-start.ts';
import type { OfferedTools } from './offered-tools.ts';
import { createSharedWait } from './shared-wait.ts';

export interface Readiness {
  connect(signal: AbortSignal): Promise<void>;
  disconnect(): Promise<void>;
  require(signal: AbortSignal): Promise<void>;
}

export interface ReadinessOptions extends EagerStartOptions {
  readonly userTime: UserTime;
  readonly tools: Pick<OfferedTools, 'recall' | 'saved'>;
  readonly settings: {
    readonly isEager: boolean;
    readonly firstSight: number;
  };
}

export function createReadiness(options: ReadinessOptions): Readiness {
  const { server, userTime, status, tools, clock, settings } = options;
  const startEagerly = createEagerStart(options);
  const waiting = createSharedWait(waitUntilReady);
  /** It aborts on `disconnect`, after which older work changes nothing. */
  let end = new AbortController();
  let attempt: ReadyAttempt | undefined;
  const startAgain = () => void startEagerly(end.signal);

  server.onDidLose(() => noteLoss(options, startAgain));

  function begin(): ReadyAttempt {
    const isCurrent = () => attempt === begun;
    const settle = (next: EnsembleState) => {
      attempt = undefined;
      status.become(next);
    };
    const work = becomeReady(options, { isCurrent, settle, startEagerly: startAgain });
    const begun = { since: countedTime(clock, userTime), work };
    return begun;
  }

  async function waitUntilReady(abandoned: AbortSignal): Promise<void> {
    const ended = end.signal;
    // A listener of the next change may call `connect`, and must then find this attempt.
    await undefined;
    if (ended.aborted) return;
    if (attempt === undefined && server.rest > 0) return status.fail(server.lastFailure ?? serverFailure(''));
    attempt ??= begin();
    const ours = attempt;
    if (countedTime(clock, userTime) >= ours.since + settings.firstSight) return;
    status.become({ status: 'connecting' });
    const outcome = await withinTime(ours, { ...options, abandoned });
    const reason = userTime.isAsked ? waitingForAnswer : stillStarting;
    if (ours === attempt && outcome !== 'done') status.fail(serverFailure(reason));
  }

  async function connect(signal: AbortSignal): Promise<void> {
    if (status.state.status !== 'ready') await waiting.join(signal);
  }

  return {
    connect,
    async disconnect() {
      end.abort('disconnected');
      end = new AbortController();
      attempt = undefined;
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

interface ReadyAttempt {
  readonly since: number;
  /** Never rejects. */
  readonly work: Promise<void>;
}

interface BecomeReadyOptions {
  readonly isCurrent: () => boolean;
  readonly settle: (state: EnsembleState) => void;
  readonly startEagerly: () => void;
}

/** Recalls the tools, or starts the server to list them. Never rejects. */
async function becomeReady(
  { server, status, tools, warn, settings }: ReadinessOptions,
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

function noteLoss({ server, status, warn, settings }: ReadinessOptions, startEagerly: () => void): void {
  const failure = server.lastFailure ?? serverFailure('');
  warn(failure.message);
  if (status.state.status === 'ready') status.fail(failure);
  if (settings.isEager && status.state.status !== 'disconnected') startEagerly();
}

const stillStarting = 'Still starting. Its tools will appear once it is ready.';
const waitingForAnswer = 'Waiting for your answer to a question about its start.';

interface Patience extends Pick<ReadinessOptions, 'clock' | 'userTime' | 'settings'> {
  readonly abandoned: AbortSignal;
}

async function withinTime(
  { since, work }: ReadyAttempt,
  { clock, userTime, settings, abandoned }: Patience,
): Promise<'done' | 'late' | 'abandoned'> {
  const late = Promise.withResolvers<'late'>();
  const limits = { timeLimit: settings.firstSight };
  const heard = { at: since, userTime };
  const stopLimit = whenOutOfTime(limits, { heard, clock, tell: () => late.resolve('late') });
  const first = await orAborted(Promise.race([work, late.promise]), abandoned);
  stopLimit();
  return first === aborted ? 'abandoned' : (first ?? 'done');
}
