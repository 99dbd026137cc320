import type { RequestOptions } from '@modelcontextprotocol/client';
import { countedTime, type UserTime, whenOutOfTime } from '../../../converser/call/invocation/user-time.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { noLimit } from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { PendingQuestions } from './pending-questions.ts';

export interface WithinLimitsOptions {
  readonly definition: Pick<ServerDefinition, 'name' | 'timeout' | 'maxTimeout'>;
  readonly clock: Clock;
  readonly questions: Pick<PendingQuestions, 'whileOpen'>;
  readonly userTime: UserTime;
  readonly signal: AbortSignal;
}

/** Fails when the server gives no sign of life, as a call does. The time of the user doesn't count. */
export async function withinLimits<T>(
  request: (options: RequestOptions) => Promise<T>,
  { definition, clock, questions, userTime, signal }: WithinLimitsOptions,
): Promise<T> {
  const { name, timeout: timeLimit, maxTimeout: totalTimeLimit } = definition;
  const late = new AbortController();
  const heard = { at: countedTime(clock, userTime), userTime };
  const hear = () => {
    heard.at = countedTime(clock, userTime);
  };
  const tell = (limit: number) => late.abort(serverErrors.serverSilent(name, limit));
  const stopLimit = whenOutOfTime({ timeLimit, totalTimeLimit }, { heard, clock, tell });
  const waiting = questions.whileOpen(hear);
  try {
    return await request({
      signal: AbortSignal.any([signal, late.signal]),
      // Without it, the library's own shorter limit would apply, which counts the time of the user.
      timeout: noLimit,
      onprogress: hear,
    });
  } catch (cause) {
    throw late.signal.aborted && !signal.aborted ? late.signal.reason : cause;
  } finally {
    waiting.dispose();
    stopLimit();
  }
}
