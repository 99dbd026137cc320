import type { Failure, FailureKind } from './canister.ts';
import { ConverserError, reasonOf } from './errors.ts';
import type { Clock } from './host.ts';
import type { Context, Invoker, Returned } from './invoker.ts';
import type { JsonObject } from './json.ts';

export type Attempted =
  | { readonly kind: 'returned'; readonly returned: Returned }
  | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * Runs an invocable with its time limit, and again after a failure when the invoker is idempotent and has
 * retries left. Never rejects. An invocable that does not heed its signal is left behind.
 */
export async function invoke(
  { invoker, args }: { readonly invoker: Invoker; readonly args: JsonObject },
  context: Omit<Context, 'invoker' | 'auxdata'>,
  clock: Clock,
): Promise<Attempted> {
  const retries = invoker.annotations.idempotent === true ? invoker.maxRetries : 0;
  for (let attempt = 0; ; attempt++) {
    const outcome = await invokeOnce({ invoker, args }, context, clock);
    const mayRetry =
      outcome.kind === 'failed' && outcome.retryable && attempt < retries && !context.signal.aborted;
    if (!mayRetry) return outcome;
    context.progress(`Failed; trying again (${attempt + 1} of ${retries})`);
    await clock.sleep(250 * 2 ** attempt, context.signal);
  }
}

type Attempt = Attempted & { readonly retryable: boolean };

async function invokeOnce(
  { invoker, args }: { readonly invoker: Invoker; readonly args: JsonObject },
  context: Omit<Context, 'invoker' | 'auxdata'>,
  clock: Clock,
): Promise<Attempt> {
  const stop = new AbortController();
  const done = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const run = async () =>
    invoker.invocable(args, {
      ...context,
      signal,
      invoker: { ensemble: invoker.ensemble, name: invoker.name },
      auxdata: invoker.auxdata ?? {},
    });
  const work = run().then(returned, thrown);
  const limit = clock
    .sleep(invoker.timeLimit, AbortSignal.any([context.signal, done.signal]))
    .then(() => (context.signal.aborted ? cancelled() : timedOut(invoker)));
  const first = await Promise.race([work, limit]);
  done.abort();
  stop.abort();
  return context.signal.aborted ? cancelled() : first;
}

function returned(value: Returned): Attempt {
  return { kind: 'returned', returned: value, retryable: false };
}

function thrown(cause: unknown): Attempt {
  const kind = isNetworkTrouble(cause) ? 'network' : 'execution';
  const retryable = cause instanceof ConverserError ? cause.retryable : true;
  return { ...failed(kind, reasonOf(cause)), retryable };
}

function timedOut({ timeLimit }: Invoker): Attempt {
  const seconds = timeLimit / 1000;
  return failed(
    'timeout',
    `No result within ${seconds} s, so the call was stopped. Ask for less, or do without.`,
  );
}

function cancelled(): Attempt {
  return failed('cancelled', 'The call was stopped before it had a result.');
}

function failed(kind: FailureKind, message: string): Attempt {
  return { kind: 'failed', failure: { kind, message }, retryable: false };
}

const networkCodes = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|EPIPE|UND_ERR)/;

/** Whether the error, or what caused it, is of the kind that Node and `fetch` throw when a connection fails. */
function isNetworkTrouble(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return networkCodes.test(code) || isNetworkTrouble(cause.cause);
}
