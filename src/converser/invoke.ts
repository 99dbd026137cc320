import type { Failure } from './canister.ts';
import { ConverserError, reasonOf } from './errors.ts';
import type { Clock } from './host.ts';
import type { Context, Invocable, Invoker, Returned } from './invoker.ts';
import type { JsonObject } from './json.ts';
import { aborted, orAborted } from './until-aborted.ts';

export type Attempted =
  | { readonly kind: 'returned'; readonly returned: Returned }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface Call {
  readonly invoker: Pick<
    Invoker,
    'ensemble' | 'name' | 'annotations' | 'maxRetries' | 'timeLimit' | 'auxdata'
  >;
  readonly invocable: Invocable;
  readonly args: JsonObject;
}

/**
 * Runs an invocable with its time limit, and again after a failure when the invoker is idempotent and has
 * retries left. A call that ran out of time is not made again: it may be running still.
 *
 * Never rejects. An invocable that does not heed its signal is left behind.
 */
export async function invoke(
  call: Call,
  context: Omit<Context, 'invoker' | 'auxdata'>,
  clock: Clock,
): Promise<Attempted> {
  const { annotations, maxRetries } = call.invoker;
  const retries = annotations.idempotent === true ? maxRetries : 0;
  for (let attempt = 0; ; attempt++) {
    if (context.signal.aborted) return cancelled().attempted;
    const { attempted, retryable } = await invokeOnce(call, context, clock);
    if (!retryable || attempt >= retries) return attempted;
    context.progress(`Failed; trying again (${attempt + 1} of ${retries})`);
    await clock.sleep(250 * 2 ** attempt, context.signal);
  }
}

interface Attempt {
  readonly attempted: Attempted;
  readonly retryable: boolean;
}

async function invokeOnce(
  { invoker, invocable, args }: Call,
  context: Omit<Context, 'invoker' | 'auxdata'>,
  clock: Clock,
): Promise<Attempt> {
  const own = new AbortController();
  const stop = () => own.abort(context.signal.reason);
  context.signal.addEventListener('abort', stop, { once: true });
  const over = new AbortController();
  const run = async () =>
    invocable(args, {
      ...context,
      signal: own.signal,
      invoker: { ensemble: invoker.ensemble, name: invoker.name },
      auxdata: invoker.auxdata ?? {},
    });
  const outOfTime = timedOut(invoker);
  const limit = clock.sleep(invoker.timeLimit, over.signal).then(() => outOfTime);
  const work = run().then(returned, thrown);
  const first = await orAborted(Promise.race([work, limit]), context.signal);
  context.signal.removeEventListener('abort', stop);
  // With a reason, because making the usual one costs more than all else here.
  over.abort('over');
  if (first === outOfTime) own.abort();
  return first === aborted || context.signal.aborted ? cancelled() : first;
}

function returned(value: Returned): Attempt {
  return { attempted: { kind: 'returned', returned: value }, retryable: false };
}

function thrown(cause: unknown): Attempt {
  const kind = isNetworkTrouble(cause) ? 'network' : 'execution';
  const retryable = cause instanceof ConverserError ? cause.retryable : true;
  return failed({ kind, message: reasonOf(cause) }, retryable);
}

function timedOut({ timeLimit }: Pick<Invoker, 'timeLimit'>): Attempt {
  const message = `No result within ${timeLimit / 1000} s, so the call was stopped. Ask for less, or do without.`;
  return failed({ kind: 'timeout', message }, false);
}

function cancelled(): Attempt {
  return failed({ kind: 'cancelled', message: 'The call was stopped before it had a result.' }, false);
}

function failed(failure: Failure, retryable: boolean): Attempt {
  return { attempted: { kind: 'failed', failure }, retryable };
}

const networkCodes = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|EPIPE|UND_ERR)/;

/** Whether the error, or what caused it, is of the kind that Node and `fetch` throw when a connection fails. */
function isNetworkTrouble(cause: unknown, depth = 0): boolean {
  if (!(cause instanceof Error) || depth > 5) return false;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return networkCodes.test(code) || isNetworkTrouble(cause.cause, depth + 1);
}
