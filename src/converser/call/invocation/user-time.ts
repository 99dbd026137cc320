import { type Listen, listeners } from '../../ground/async/listeners.ts';
import type { Clock } from '../../ground/ports.ts';

/** The time that the user takes to read and answer questions. It counts against no limit. */
export interface UserTime {
  /** Milliseconds so far, those of the questions that are open included. */
  readonly spent: number;
  readonly isAsked: boolean;
  /** From now on the user is asked something, until what is returned is called. Questions may overlap. */
  begin(): () => void;
  /** `isAsked` has changed. */
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

/** Calls `begin` whenever the user is asked, and what it returned once they have answered or the result is disposed. */
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
