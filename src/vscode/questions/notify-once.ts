import type { Disposable, Listen } from '../../converser/ground/async/listeners.ts';

export interface NotifyOnceOptions<T> {
  /** What there is to know at present. */
  readonly all: () => readonly T[];
  readonly keyOf: (each: T) => string;
  readonly onDidChange: Listen<void>;
  /** Gets what was not there at the last change. */
  readonly notify: (fresh: readonly T[]) => void;
}

/** Notifies once of each thing that appears, and again if it comes back after it was gone. */
export function notifyOnce<T>({ all, keyOf, onDidChange, notify }: NotifyOnceOptions<T>): Disposable {
  let known: ReadonlySet<string> = new Set();
  return onDidChange(() => {
    const present = all();
    const fresh = present.filter(each => !known.has(keyOf(each)));
    known = new Set(present.map(keyOf));
    if (fresh.length > 0) notify(fresh);
  });
}
