import type { Invoker } from '../ensemble/invoker.ts';
import type { Clock } from '../ports.ts';

export interface OutOfTimeOptions {
  /** When it began, and afterwards when there was the last sign of life. */
  readonly heard: { readonly at: number };
  readonly clock: Clock;
  /** Called with the milliseconds that were not enough. */
  readonly tell: (limit: number) => void;
}

/**
 * Calls `tell` once time is up, unless what is returned was called before. Signs of life extend the time, up to the
 * total limit.
 */
export function whenOutOfTime(
  { timeLimit, totalTimeLimit = timeLimit }: Pick<Invoker, 'timeLimit' | 'totalTimeLimit'>,
  { heard, clock, tell }: OutOfTimeOptions,
): () => void {
  const end = heard.at + totalTimeLimit;
  let next = Math.min(heard.at + timeLimit, end);
  let stop = clock.after(next - clock.monotonic(), look);
  return () => stop();

  function look(): void {
    const later = Math.min(heard.at + timeLimit, end);
    if (later <= next) {
      tell(next === end ? totalTimeLimit : timeLimit);
      return;
    }
    next = later;
    stop = clock.after(next - clock.monotonic(), look);
  }
}
