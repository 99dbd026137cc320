import { onceAborted } from '../../ground/async/abort.ts';
import { causesOf, isUnreached } from '../../ground/causes.ts';
import { ConverserError, type ErrorCode, reasonOf } from '../../ground/errors.ts';
import { defined } from '../../ground/json/defined.ts';
import type { JsonObject } from '../../ground/json/json.ts';
import type { Clock } from '../../ground/ports.ts';
import type { Failure } from '../../words/canister/canister.ts';
import type { Context, Invoker, Returned } from '../../words/ensemble/invoker.ts';
import { joinAuxdata } from './auxdata.ts';
import { countedTime, createUserTime, type UserTime, whenOutOfTime } from './user-time.ts';

export type Attempted = (
  | { readonly kind: 'returned'; readonly returned: Returned }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** Nothing that the tool received is in the failure. */
      readonly unheard?: true;
    }
) & {
  readonly waited?: number;
};

export interface InvokeOptions {
  readonly context: Omit<Context, 'invoker' | 'auxdata' | 'configuration'>;
  readonly auxdata?: JsonObject | undefined;
  readonly clock: Clock;
}

/** Never rejects. A call that timed out isn't repeated, even if idempotent, because it may still run. */
export async function invoke(
  invoker: Invoker,
  args: JsonObject,
  { context, auxdata, clock }: InvokeOptions,
): Promise<Attempted> {
  const retries = invoker.annotations.idempotent === true ? invoker.limits.maxRetries : 0;
  let waited = 0;
  for (let failures = 0; ; failures++) {
    if (context.signal.aborted) return cancelled().attempted;
    const { attempted, retryable } = await attempt(invoker, args, { context, auxdata, clock });
    waited += attempted.waited ?? 0;
    if (!retryable || failures >= retries) return waited === 0 ? attempted : { ...attempted, waited };
    context.progress(`Failed; trying again (${failures + 1} of ${retries})`);
    await clock.sleep(250 * 2 ** failures, context.signal);
  }
}

interface Attempt {
  readonly attempted: Attempted;
  readonly retryable: boolean;
  readonly outOfTime?: true;
}

async function attempt(
  invoker: Invoker,
  args: JsonObject,
  { context, auxdata, clock }: InvokeOptions,
): Promise<Attempt> {
  const own = new AbortController();
  const heard = createHeard(clock);
  const progress: Context['progress'] = (message, fraction) => {
    heard.at = countedTime(clock, heard.userTime);
    context.progress(message, fraction);
  };
  const beginAsking = () => heard.asking().begin();
  const described = describe(invoker, auxdata);
  const run = async () =>
    invoker.invocable(args, { ...context, ...described, signal: own.signal, progress, beginAsking });
  let stopListening = () => {};
  let stopLimit = () => {};
  const first = await new Promise<Attempt | undefined>(resolve => {
    stopListening = onceAborted(context.signal, () => {
      own.abort(context.signal.reason);
      resolve(undefined);
    });
    stopLimit = whenOutOfTime(invoker.limits, { heard, clock, tell: limit => resolve(timedOut(limit)) });
    run().then(
      value => resolve(returned(value)),
      cause => resolve(thrown(cause)),
    );
  });
  stopListening();
  stopLimit();
  if (first?.outOfTime === true) own.abort();
  const last = first === undefined || context.signal.aborted ? cancelled() : first;
  const waited = Math.round(heard.userTime?.spent ?? 0);
  return waited === 0 ? last : { ...last, attempted: { ...last.attempted, waited } };
}

function createHeard(clock: Clock) {
  return {
    at: clock.monotonic(),
    userTime: undefined as UserTime | undefined,
    asking(): UserTime {
      this.userTime ??= createUserTime(clock);
      return this.userTime;
    },
  };
}

function describe(
  { ensemble, name, limits: { timeLimit, totalTimeLimit = timeLimit }, constants = {} }: Invoker,
  added: JsonObject | undefined,
): Pick<Context, 'invoker' | 'auxdata' | 'configuration'> {
  const { auxdata, configuration = {} } = constants;
  return {
    invoker: { ensemble, name, totalTimeLimit },
    auxdata: joinAuxdata(auxdata, added),
    configuration,
  };
}

function returned(value: Returned): Attempt {
  return { attempted: { kind: 'returned', returned: value }, retryable: false };
}

function thrown(cause: unknown): Attempt {
  const known = cause instanceof ConverserError ? cause : undefined;
  const kind = isRefusal(known) ? 'permission' : isNetworkTrouble(cause) ? 'network' : 'execution';
  const failure = defined({ kind, message: reasonOf(cause), advice: known?.advice });
  return failed(failure, known?.retryable ?? true, isUnreached(cause));
}

function timedOut(limit: number): Attempt {
  const message = `No result within ${limit / 1000} s, so the call was stopped.`;
  const failure: Failure = { kind: 'timeout', message, advice: 'Ask for less, or do without.' };
  return { ...failed(failure, false), outOfTime: true };
}

function cancelled(): Attempt {
  return failed(stoppedEarly, false);
}

export const stoppedEarly: Failure = {
  kind: 'cancelled',
  message: 'The call was stopped before it had a result.',
};

function failed(failure: Failure, retryable: boolean, unheard = true): Attempt {
  return { attempted: { kind: 'failed', failure, ...(unheard && { unheard }) }, retryable };
}

function isRefusal(known: ConverserError | undefined): boolean {
  return known?.code === 'approval-needed';
}

const lostServer: ReadonlySet<ErrorCode> = new Set(['server-lost', 'server-unavailable']);
const networkCodes = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|EPIPE|UND_ERR)/;

function isNetworkTrouble(thrown: unknown): boolean {
  return causesOf(thrown).some(cause => {
    if (cause instanceof ConverserError && lostServer.has(cause.code)) return true;
    return cause instanceof Error && 'code' in cause && networkCodes.test(String(cause.code));
  });
}
