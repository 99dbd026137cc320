import type { Clock } from '../ports.ts';
import type { Disposable } from './listeners.ts';

export interface AtIntervals<T> extends Disposable {
  give(value: T): void;
  end(): void;
}

/** Passes the first value on at once, then at most the latest one every `ms` milliseconds. */
export function atIntervals<T>(
  pass: (value: T) => void,
  { ms, clock }: { readonly ms: number; readonly clock: Pick<Clock, 'after'> },
): AtIntervals<T> {
  let waiting: T[] = [];
  let stop: (() => void) | undefined;
  let isOver = false;

  function begin(value: T): void {
    waiting = [];
    stop = clock.after(ms, () => {
      stop = undefined;
      for (const next of waiting.splice(0)) begin(next);
    });
    pass(value);
  }

  return {
    give(value) {
      if (isOver) return;
      if (stop === undefined) begin(value);
      else waiting = [value];
    },
    end() {
      isOver = true;
      stop?.();
      for (const last of waiting.splice(0)) pass(last);
    },
    dispose: () => stop?.(),
  };
}
