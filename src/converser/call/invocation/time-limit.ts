import type { Clock } from '../../ground/ports.ts';
import type { Limits } from '../../words/ensemble/invoker.ts';
import type { UserTime } from './user-time.ts';

export interface Heard {
  readonly at: number;
  readonly userTime?: UserTime | undefined;
}

export interface OutOfTimeOptions {
  readonly heard: Heard;
  readonly clock: Clock;
  readonly tell: (limit: number) => void;
}

export function countedTime(clock: Pick<Clock, 'monotonic'>, userTime: UserTime | undefined): number {
  return clock.monotonic() - (userTime?.spent ?? 0);
}

/** Signs of life extend the time, up to the total limit. Time stands still while you are asked. */
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
