import { groupsInSuccession } from '../../../converser/ground/async/groups-in-succession.ts';
import { inGroups } from '../../../converser/ground/async/in-groups.ts';
import { rewritten } from '../../../converser/ground/async/rewritten.ts';
import { type ErrorData, errorData, errors } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import { attemptsFor, backOff, type Failed, ordinaryRetryLimits, type RetryLimits } from './back-off.ts';
import type { Breaker, Visit } from './breaker.ts';
import { retryText } from './retry-text.ts';

export interface ResilientOptions {
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  /** From 0 to less than 1, as `Math.random` is. */
  readonly random: () => number;
  readonly breaker: Breaker;
  readonly limits?: Partial<RetryLimits>;
}

/**
 * Repeats failed requests that may succeed later, and pauses requests while the server keeps failing.
 *
 * It must be the outermost wrapper, because its `restart` discards all output of the model and the wrappers inside.
 * Wrapping it twice would multiply the attempts.
 */
export function resilient(model: Model, options: ResilientOptions): Model {
  const limits = { ...ordinaryRetryLimits, ...options.limits };
  return {
    ...model,
    reply: (request, signal) =>
      inGroups(groupsInSuccession(attempts(request, { ...options, limits, model, signal }))),
  };
}

interface Asking extends ResilientOptions {
  readonly model: Model;
  readonly limits: RetryLimits;
  readonly signal: AbortSignal;
}

async function* attempts(request: ModelRequest, asking: Asking): AsyncGenerator<Groups, void> {
  const { model, breaker, clock, signal } = asking;
  const started = clock.monotonic();
  const left = () => started + (request.patience ?? Number.POSITIVE_INFINITY) - clock.monotonic();
  for (let attempt = 1; ; attempt++) {
    const visit = breaker.enter();
    if ('wait' in visit)
      return yield alone(failure(errorData(errors.modelSuspended(model.label, visit.wait))));
    const heard = createListener(visit, signal);
    try {
      yield rewritten(model.reply(request, signal), heard).groups;
    } finally {
      // If the reader stops, that says nothing about the provider.
      visit.end(stopped);
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

type Groups = AsyncIterable<readonly ModelEvent[]>;

async function* alone(event: ModelEvent): AsyncGenerator<readonly ModelEvent[], void> {
  yield [event];
}

/** Passes on a reply up to its end, but holds back a failure, which is judged afterwards. */
function createListener(visit: Visit, signal: AbortSignal) {
  let begun = false;
  let last: ModelEvent | undefined;
  return {
    write(event: ModelEvent): readonly ModelEvent[] {
      const isFailure = event.type === 'failure';
      if (isFailure || event.type === 'finish') {
        last = event;
        if (!isFailure) visit.heard();
        visit.end(outcomeOf(event, signal));
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

function outcomeOf(end: ModelEvent, signal: AbortSignal): ErrorData | undefined {
  if (end.type !== 'failure') return undefined;
  return signal.aborted ? stopped : end.error;
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
  return { type: 'restart', message, wait };
}

function failure(error: ErrorData) {
  return { type: 'failure', error } as const;
}
