import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import { messageLimits } from '../message-limits.ts';
import type { LogLine, ServerHandlers } from './connection-ports.ts';

export interface AfterRefusalsOptions {
  readonly server: string;
  readonly log: LogLine;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export interface RestrainedElicit extends Disposable {
  readonly elicit: NonNullable<ServerHandlers['elicit']>;
}

/** In milliseconds. */
const memory = 60_000;

/** Cancels a server's questions unseen for a minute once you have refused several, or it could wear you down. */
export function restrainedAfterRefusals(
  elicit: RestrainedElicit['elicit'],
  { server, log, clock }: AfterRefusalsOptions,
): RestrainedElicit {
  let refusals: number[] = [];
  let cancelled = 0;
  const warn = (text: string) => log({ server, level: 'warn', from: 'host', text });

  function report(): void {
    if (cancelled > 0) warn(`${countText(cancelled, 'question')} cancelled without being shown.`);
    cancelled = 0;
  }
  function isRestrained(): boolean {
    const now = clock.monotonic();
    refusals = refusals.filter(moment => now - moment < memory);
    if (refusals.length >= messageLimits.refusals) return true;
    report();
    return false;
  }

  return {
    async elicit(params, asked) {
      if (isRestrained()) {
        if (cancelled++ === 0)
          warn('You refused several of its questions, so Converser cancels more of them for a minute.');
        return { action: 'cancel' };
      }
      const answer = await elicit(params, asked);
      if (answer.action !== 'accept' && !asked.signal.aborted) refusals.push(clock.monotonic());
      return answer;
    },
    dispose: report,
  };
}
