import type { Breaker, Visit } from '../../../converser/ground/async/breaker.ts';
import type { InGroups } from '../../../converser/ground/async/flow.ts';
import { inSuccession } from '../../../converser/ground/async/in-succession.ts';
import { rewritten } from '../../../converser/ground/async/rewritten.ts';
import { type ErrorData, errorData, errors } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { waitText } from '../../../converser/ground/wording/numbers.ts';
import { whatFailed } from '../../../converser/words/models/fallback/model-failure.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import { outcomeOf } from './model-breaker.ts';

export interface ResilientOptions {
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  /** From 0 to less than 1, as `Math.random` is. */
  readonly random: () => number;
  readonly breaker: Pick<Breaker, 'enter'>;
  readonly limits?: Partial<RetryLimits>;
}

export interface ResilientModel extends Model {
  reply(request: ModelRequest, signal: AbortSignal): InGroups<ModelEvent>;
}

/** Contract: it is the outermost wrapper, and wraps once: its `restart` discards all output inside. */
export function resilient(model: Model, options: ResilientOptions): ResilientModel {
  const limits = { ...ordinaryRetryLimits, ...options.limits };
  return {
    ...model,
    reply: (request, signal) => inSuccession(attempts(request, { ...options, limits, model, signal })),
  };
}

interface Asking extends ResilientOptions {
  readonly model: Model;
  readonly limits: RetryLimits;
  readonly signal: AbortSignal;
}

async function* attempts(
  request: ModelRequest,
  asking: Asking,
): AsyncGenerator<AsyncIterable<ModelEvent>, void> {
  const { model, breaker, clock, signal } = asking;
  const started = clock.monotonic();
  const left = () => started + (request.patience ?? Number.POSITIVE_INFINITY) - clock.monotonic();
  for (let attempt = 1; ; attempt++) {
    const visit = breaker.enter();
    if ('wait' in visit)
      return yield alone(failure(errorData(errors.modelSuspended(model.label, visit.wait))));
    const heard = createListener(visit, signal);
    try {
      yield rewritten(model.reply(request, signal), heard);
    } finally {
      // If the reader stops, that says nothing about the provider.
      visit.end('unknown');
    }
    const [last, begun] = [heard.last(), heard.begun()];
    if (last?.type === 'finish') return;
    const error = last?.type === 'failure' ? last.error : brokenOff(model);
    const next = signal.aborted
      ? failure(stopped)
      : afterwards({ error, attempt, begun, left: left() }, asking);
    yield alone(next);
    if (next.type === 'failure') return;
    await clock.sleep(next.wait, signal);
    if (signal.aborted) return yield alone(failure(stopped));
  }
}

async function* alone(event: ModelEvent): AsyncGenerator<ModelEvent, void> {
  yield event;
}

function createListener(visit: Visit, signal: AbortSignal) {
  let begun = false;
  let last: ModelEvent | undefined;
  return {
    write(event: ModelEvent): readonly ModelEvent[] {
      const isFailure = event.type === 'failure';
      if (isFailure || event.type === 'finish') {
        last = event;
        if (!isFailure) visit.heard();
        visit.end(isFailure && signal.aborted ? 'unknown' : outcomeOf(isFailure ? event.error : undefined));
        return isFailure ? [] : [event];
      }
      visit.heard();
      begun ||= event.type !== 'usage' && event.type !== 'notice';
      return [event];
    },
    isOver: () => last !== undefined,
    begun: () => begun,
    last: () => last,
  };
}

function brokenOff({ label }: Model): ErrorData {
  return errorData(errors.modelFailed(label, 'its reply broke off.'));
}

const stopped = errorData(errors.cancelled());

interface AttemptEnd {
  readonly begun: boolean;
  /** In milliseconds, for as long as it may be asked again. */
  readonly left: number;
}

/** In milliseconds. Another program should not try again earlier. */
const shortestAdvice = 1_000;

function afterwards(
  { begun, left, ...failed }: Failed & AttemptEnd,
  { model, limits, random }: Asking,
): Extract<ModelEvent, { type: 'restart' | 'failure' }> {
  const { error, attempt } = failed;
  const after = backOff(failed, { limits, random });
  if ('error' in after) return failure(after.error);
  const { wait } = after;
  if (wait > left) return failure({ ...error, retryAfter: Math.max(wait, shortestAdvice) });
  const attempts = attemptsFor(error, limits);
  const message = retryText({ label: model.label, error, begun, wait, next: attempt + 1, attempts });
  return { type: 'restart', message, wait, error };
}

function failure(error: ErrorData) {
  return { type: 'failure', error } as const;
}

interface RetryLimits {
  readonly attempts: number;
  readonly silentAttempts: number;
  /** In milliseconds. Each wait after the first may be twice as long. */
  readonly firstWait: number;
  readonly longestWait: number;
  /** In milliseconds. If a provider asks for a longer wait, the turn fails. */
  readonly longestToldWait: number;
}

const ordinaryRetryLimits: RetryLimits = {
  attempts: 5,
  silentAttempts: 2,
  firstWait: 2_000,
  longestWait: 30_000,
  longestToldWait: 120_000,
};

interface Failed {
  readonly error: ErrorData;
  readonly attempt: number;
}

/** Clients must spread out: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
function backOff(
  { error, attempt }: Failed,
  { limits, random }: { readonly limits: RetryLimits; readonly random: () => number },
): { readonly wait: number } | { readonly error: ErrorData } {
  const told = error.retryAfter ?? 0;
  if (error.code === 'model-suspended' || !error.retryable) return { error };
  if (told > limits.longestToldWait) return { error: errorData(errors.notBefore(error, told)) };
  if (attempt >= attemptsFor(error, limits)) return { error };
  const bound = Math.min(limits.longestWait, limits.firstWait * 2 ** (attempt - 1));
  return { wait: Math.max(told, Math.round(random() * bound)) };
}

function attemptsFor({ code }: ErrorData, limits: RetryLimits): number {
  return code === 'model-silent' ? Math.min(limits.silentAttempts, limits.attempts) : limits.attempts;
}

interface Retry {
  readonly label: string;
  readonly error: ErrorData;
  readonly begun: boolean;
  readonly wait: number;
  readonly next: number;
  readonly attempts: number;
}

function retryText({ wait, next, attempts, ...what }: Retry): string {
  const when = wait < 1_000 ? 'Trying again' : `Trying again in ${waitText(wait)}`;
  return `${whatFailed(what)} ${when} (${next} of ${attempts}).`;
}
