import type { Clock } from '../../ground/ports.ts';
import type { Limits } from '../../words/ensemble/invoker.ts';
import type { UserTime } from './user-time.ts';

/** What is known of the work that has a time limit. Time is counted as `countedTime` does. */
export interface Heard {
  /** When it began, and afterwards when there was the last sign of life. */
  readonly at: number;
  /** Absent: the user has not been asked anything. */
  readonly userTime?: UserTime | undefined;
}

export interface OutOfTimeOptions {
  readonly heard: Heard;
  readonly clock: Clock;
  /** Called with the milliseconds that were not enough. */
  readonly tell: (limit: number) => void;
}

/** The clock's monotonic milliseconds without those in which the user was asked. */
export function countedTime(clock: Pick<Clock, 'monotonic'>, userTime: UserTime | undefined): number {
  return clock.monotonic() - (userTime?.spent ?? 0);
}

/**
 * Calls `tell` once time is up, unless what is returned was called before. Signs of life extend the time, up to the
 * total limit. While the user is asked, no time passes.
 */
export function whenOutOfTime(
  { timeLimit, totalTimeLimit = timeLimit }: Pick<Limits, 'timeLimit' | 'totalTimeLimit'>,
  { heard, clock, tell }: OutOfTimeOptions,
): () => void {
  const end = heard.at + totalTimeLimit;
  const next = () => Math.min(heard.at + timeLimit, end);
  const left = () => next() - countedTime(clock, heard.userTime);
  let stop = clock.after(left(), look);
  return () => stop();

  function look(): void {
    if (heard.userTime?.isAsked === true) lookAfterAnswer(heard.userTime);
    else if (left() > 0) stop = clock.after(left(), look);
    else tell(next() === end ? totalTimeLimit : timeLimit);
  }

  function lookAfterAnswer({ onDidChange }: UserTime): void {
    const listening = onDidChange(() => {
      listening.dispose();
      look();
    });
    stop = () => listening.dispose();
  }
}
