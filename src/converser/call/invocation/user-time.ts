import { type Listen, listeners } from '../../ground/async/listeners.ts';
import type { Clock } from '../../ground/ports.ts';
import type { Limits } from '../../words/ensemble/invoker.ts';

export interface UserTime {
  /** In milliseconds, including open questions. */
  readonly spent: number;
  readonly isAsked: boolean;
  /** Questions may overlap. Call the returned function when one ends. */
  begin(): () => void;
  readonly onDidChange: Listen<void>;
}

export function createUserTime(clock: Pick<Clock, 'monotonic'>): UserTime {
  const changes = listeners<void>();
  let open = 0;
  let before = 0;
  let since = 0;

  function end(): void {
    open--;
    if (open > 0) return;
    before += clock.monotonic() - since;
    changes.fire();
  }

  return {
    get spent() {
      return open === 0 ? before : before + clock.monotonic() - since;
    },
    get isAsked() {
      return open > 0;
    },
    begin() {
      let isOver = false;
      open++;
      if (open === 1) {
        since = clock.monotonic();
        changes.fire();
      }
      return () => {
        if (!isOver) end();
        isOver = true;
      };
    },
    onDidChange: changes.listen,
  };
}

export function whileAsked(userTime: UserTime, begin: () => () => void): { dispose(): void } {
  let end: (() => void) | undefined;
  const update = () => {
    const isAsked = userTime.isAsked;
    if (isAsked === (end !== undefined)) return;
    const ending = end;
    end = isAsked ? begin() : undefined;
    ending?.();
  };
  const listening = userTime.onDidChange(update);
  update();
  return {
    dispose() {
      listening.dispose();
      end?.();
    },
  };
}

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
