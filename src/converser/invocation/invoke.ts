import { onceAborted } from '../async/abort.ts';
import type { Failure } from '../canister/canister.ts';
import type { Context, Invocable, Invoker, Returned } from '../ensemble/invoker.ts';
import { ConverserError, type ErrorCode, reasonOf } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { Clock } from '../ports.ts';
import { whenOutOfTime } from './time-limit.ts';

export type Attempted =
  | { readonly kind: 'returned'; readonly returned: Returned }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface Call {
  readonly invoker: Pick<
    Invoker,
    'ensemble' | 'name' | 'annotations' | 'maxRetries' | 'timeLimit' | 'totalTimeLimit' | 'auxdata'
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
  readonly outOfTime?: true;
}

async function invokeOnce(
  { invoker, invocable, args }: Call,
  context: Omit<Context, 'invoker' | 'auxdata'>,
  clock: Clock,
): Promise<Attempt> {
  const own = new AbortController();
  const heard = { at: clock.monotonic() };
  const run = async () =>
    invocable(args, {
      ...context,
      signal: own.signal,
      progress(message, fraction) {
        heard.at = clock.monotonic();
        context.progress(message, fraction);
      },
      invoker: {
        ensemble: invoker.ensemble,
        name: invoker.name,
        totalTimeLimit: invoker.totalTimeLimit ?? invoker.timeLimit,
      },
      auxdata: invoker.auxdata ?? {},
    });
  let stopListening = () => {};
  let stopLimit = () => {};
  const first = await new Promise<Attempt | undefined>(resolve => {
    stopListening = onceAborted(context.signal, () => {
      own.abort(context.signal.reason);
      resolve(undefined);
    });
    stopLimit = whenOutOfTime(invoker, { heard, clock, tell: limit => resolve(timedOut(limit)) });
    run().then(
      value => resolve(returned(value)),
      cause => resolve(thrown(cause)),
    );
  });
  stopListening();
  stopLimit();
  if (first?.outOfTime === true) own.abort();
  return first === undefined || context.signal.aborted ? cancelled() : first;
}

function returned(value: Returned): Attempt {
  return { attempted: { kind: 'returned', returned: value }, retryable: false };
}

function thrown(cause: unknown): Attempt {
  const kind = isNetworkTrouble(cause) ? 'network' : 'execution';
  const retryable = cause instanceof ConverserError ? cause.retryable : true;
  return failed({ kind, message: reasonOf(cause) }, retryable);
}

function timedOut(limit: number): Attempt {
  const message = `No result within ${limit / 1000} s, so the call was stopped. Ask for less, or do without.`;
  return { ...failed({ kind: 'timeout', message }, false), outOfTime: true };
}

function cancelled(): Attempt {
  return failed({ kind: 'cancelled', message: 'The call was stopped before it had a result.' }, false);
}

function failed(failure: Failure, retryable: boolean): Attempt {
  return { attempted: { kind: 'failed', failure }, retryable };
}

const lostServer: ReadonlySet<ErrorCode> = new Set(['server-lost', 'server-unavailable']);
const networkCodes = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|EPIPE|UND_ERR)/;

/** Whether the error, or what caused it, is of the kind that Node and `fetch` throw when a connection fails. */
function isNetworkTrouble(cause: unknown, depth = 0): boolean {
  if (!(cause instanceof Error) || depth > 5) return false;
  if (cause instanceof ConverserError && lostServer.has(cause.code)) return true;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return networkCodes.test(code) || isNetworkTrouble(cause.cause, depth + 1);
}
