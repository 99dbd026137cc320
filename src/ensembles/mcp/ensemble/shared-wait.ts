import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';

export interface SharedWait {
  join(signal: AbortSignal): Promise<void>;
  /** The next call begins a new wait, even if this one isn't over. */
  detach(): void;
}

interface Waiting {
  readonly over: Promise<void>;
  readonly abandoned: AbortController;
  callers: number;
}

/** Contract: `wait` never rejects, and heeds its signal. */
export function createSharedWait(wait: (abandoned: AbortSignal) => Promise<void>): SharedWait {
  let current: Waiting | undefined;

  function begin(): Waiting {
    const abandoned = new AbortController();
    const over = wait(abandoned.signal).finally(() => {
      if (current === begun) current = undefined;
    });
    const begun: Waiting = { over, abandoned, callers: 0 };
    return begun;
  }

  return {
    async join(signal) {
      // An abandoned wait finishes before a new one begins, so that their changes of state stay in order.
      if (current?.abandoned.signal.aborted) await current.over;
      current ??= begin();
      const ours = current;
      ours.callers++;
      const outcome = await orAborted(ours.over, signal);
      ours.callers--;
      if (outcome !== aborted || ours.callers > 0) return;
      ours.abandoned.abort('All callers have left.');
      await ours.over;
    },
    detach() {
      current = undefined;
    },
  };
}
