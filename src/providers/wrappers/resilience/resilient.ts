import { groupsOf, inGroups } from '../../../converser/async/in-groups.ts';
import { type ErrorData, errorData, errors } from '../../../converser/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/models/provider.ts';
import type { Clock } from '../../../converser/ports.ts';
import { attemptsFor, backOff, type Failed, ordinaryRetryLimits, type RetryLimits } from './back-off.ts';
import type { Breaker } from './breaker.ts';
import { retryText } from './retry-text.ts';

export interface ResilientOptions {
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  /** From 0 to less than 1, as `Math.random` is. */
  readonly random: () => number;
  /** The one of the model's server. */
  readonly breaker: Breaker;
  readonly limits?: Partial<RetryLimits>;
}

/**
 * Repeats failed requests that may succeed later, and pauses requests while the server keeps failing.
 *
 * Must be the outermost wrapper, because its `restart` discards all output of the model and the wrappers inside. Wrapping
 * it twice would multiply the attempts.
 */
export function resilient(model: Model, options: ResilientOptions): Model {
  const limits = { ...ordinaryRetryLimits, ...options.limits };
  return {
    ...model,
    reply: (request, signal) => inGroups(reply(request, { ...options, limits, model, signal })),
  };
}

interface Asking extends ResilientOptions {
  readonly model: Model;
  readonly limits: RetryLimits;
  readonly signal: AbortSignal;
}

async function* reply(request: ModelRequest, asking: Asking): AsyncGenerator<readonly ModelEvent[], void> {
  const { model, breaker, clock, signal } = asking;
  const started = clock.monotonic();
  const left = () => started + (request.patience ?? Number.POSITIVE_INFINITY) - clock.monotonic();
  for (let attempt = 1; ; attempt++) {
    const visit = breaker.enter();
    if ('wait' in visit) {
      return yield [failure(errorData(errors.modelSuspended(model.label, visit.wait)))];
    }
    let last: ModelEvent | undefined;
    let begun = false;
    try {
      for await (const group of groupsOf(model.reply(request, signal))) {
        const end = group.findIndex(({ type }) => type === 'finish' || type === 'failure');
        last = group[end];
        const told = end < 0 ? group : group.slice(0, last?.type === 'finish' ? end + 1 : end);
        if (told.length > 0) visit.heard();
        begun ||= told.some(({ type }) => type !== 'usage' && type !== 'notice');
        if (last !== undefined) visit.end(outcomeOf(last, signal));
        yield told;
        if (last !== undefined) break;
      }
    } finally {
      // If the reader stops, that says nothing about the provider.
      visit.end(stopped);
    }
    if (last?.type === 'finish') return;
    const error = last?.type === 'failure' ? last.error : brokenOff(model);
    const next = signal.aborted
      ? failure(stopped)
      : afterwards({ error, attempt, begun, left: left() }, asking);
    yield [next];
    if (next.type === 'failure') return;
    await clock.sleep(next.wait, signal);
    if (signal.aborted) return yield [failure(stopped)];
  }
}

/** What the end of a reply says about the server. */
function outcomeOf(end: ModelEvent, signal: AbortSignal): ErrorData | undefined {
  if (end.type !== 'failure') return undefined;
  return signal.aborted ? stopped : end.error;
}

function brokenOff({ label }: Model): ErrorData {
  return errorData(errors.modelFailed(label, 'its reply broke off.'));
}

const stopped = errorData(errors.cancelled());

interface AttemptEnd {
  /** Whether a part of the reply had come. */
  readonly begun: boolean;
  /** Milliseconds for which it may be asked again. */
  readonly left: number;
}

/** Milliseconds after which another program should try again. */
const shortestAdvice = 1_000;

/** The event after a failed attempt. */
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
  return { type: 'restart', message, wait };
}

function failure(error: ErrorData) {
  return { type: 'failure', error } as const;
}
