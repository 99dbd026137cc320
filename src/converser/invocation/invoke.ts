import type { Context, Invoker } from '../ensemble/invoker.ts';
import type { JsonObject } from '../json/json.ts';
import type { Clock } from '../ports.ts';
import { type Attempted, attempt, cancelled } from './attempt.ts';

export type { Attempted } from './attempt.ts';

/**
 * Runs an invoker with its time limit, and again after a failure when the invoker is idempotent and has
 * retries left. A call that ran out of time is not made again: it may be running still.
 *
 * Never rejects. An invocable that does not heed its signal is left behind.
 */
export async function invoke(
  invoker: Invoker,
  args: JsonObject,
  { context, clock }: { readonly context: Omit<Context, 'invoker' | 'auxdata'>; readonly clock: Clock },
): Promise<Attempted> {
  const { annotations, maxRetries } = invoker;
  const retries = annotations.idempotent === true ? maxRetries : 0;
  for (let failures = 0; ; failures++) {
    if (context.signal.aborted) return cancelled().attempted;
    const { attempted, retryable } = await attempt(invoker, args, { context, clock });
    if (!retryable || failures >= retries) return attempted;
    context.progress(`Failed; trying again (${failures + 1} of ${retries})`);
    await clock.sleep(250 * 2 ** failures, context.signal);
  }
}
