import type { Disposable, Listen } from '../../converser/ground/async/listeners.ts';

export interface NotifyOnceOptions<T> {
  readonly all: () => readonly T[];
  readonly keyOf: (each: T) => string;
  readonly onDidChange: Listen<void>;
  readonly notify: (fresh: readonly T[]) => void;
}

/** Notifies again of a thing that comes back after it was gone. */
export function notifyOnce<T>({ all, keyOf, onDidChange, notify }: NotifyOnceOptions<T>): Disposable {
  let known: ReadonlySet<string> = new Set();
  return onDidChange(() => {
    const present = all();
    const fresh = present.filter(each => !known.has(keyOf(each)));
    known = new Set(present.map(keyOf));
    if (fresh.length > 0) notify(fresh);
  });
}
