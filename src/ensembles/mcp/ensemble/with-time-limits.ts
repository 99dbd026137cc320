import type { RequestOptions } from '@modelcontextprotocol/client';
import { errors } from '../../../converser/errors.ts';
import { whenOutOfTime } from '../../../converser/invocation/time-limit.ts';
import type { Clock } from '../../../converser/ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { OpenQuestions } from './pending-questions.ts';

export interface WithinLimitsOptions {
  readonly definition: Pick<ServerDefinition, 'name' | 'timeout' | 'maxTimeout'>;
  readonly clock: Clock;
  readonly questions: Pick<OpenQuestions, 'whileOpen'>;
  readonly signal: AbortSignal;
}

/**
 * Makes a request that is no call, for which nobody else keeps the time. It has as long as a call: until the server has
 * given no sign of life for too long, and while a person is asked something by it, that counts as one.
 */
export async function withinLimits<T>(
  request: (options: RequestOptions) => Promise<T>,
  { definition, clock, questions, signal }: WithinLimitsOptions,
): Promise<T> {
  const { name, timeout: timeLimit, maxTimeout: totalTimeLimit } = definition;
  const late = new AbortController();
  const heard = { at: clock.monotonic() };
  const hear = () => {
    heard.at = clock.monotonic();
  };
  const tell = (limit: number) => late.abort(errors.serverSilent(name, limit));
  const stopLimit = whenOutOfTime({ timeLimit, totalTimeLimit }, { heard, clock, tell });
  const waiting = questions.whileOpen(hear);
  try {
    return await request({
      signal: AbortSignal.any([signal, late.signal]),
      // The library would stop sooner by itself.
      timeout: totalTimeLimit,
      onprogress: hear,
    });
  } catch (cause) {
    throw late.signal.aborted && !signal.aborted ? late.signal.reason : cause;
  } finally {
    waiting.dispose();
    stopLimit();
  }
}
