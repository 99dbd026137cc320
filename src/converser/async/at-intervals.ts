import type { Clock } from '../ports.ts';
import type { Disposable } from './listeners.ts';

/** Takes values, and passes them on at intervals. */
export interface AtIntervals<T> extends Disposable {
  give(value: T): void;
}

/** Passes on the first value at once, and of those that come within `ms` milliseconds after one only the latest. */
export function atIntervals<T>(
  pass: (value: T) => void,
  { ms, clock }: { readonly ms: number; readonly clock: Pick<Clock, 'after'> },
): AtIntervals<T> {
  let waiting: readonly T[] = [];
  let stop: (() => void) | undefined;

  function begin(value: T): void {
    waiting = [];
    stop = clock.after(ms, () => {
      stop = undefined;
      for (const next of waiting) begin(next);
    });
    pass(value);
  }

  return {
    give(value) {
      if (stop === undefined) begin(value);
      else waiting = [value];
    },
    dispose: () => stop?.(),
  };
}
