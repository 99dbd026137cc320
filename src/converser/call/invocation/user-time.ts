import { type Listen, listeners } from '../../ground/async/listeners.ts';
import type { Clock } from '../../ground/ports.ts';

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
