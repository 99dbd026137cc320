export interface Disposable {
  dispose(): void;
}

export type Listen<T> = (listener: (value: T) => void) => Disposable;

export interface Listeners<T> {
  readonly listen: Listen<T>;
  fire(value: T): void;
}

export function listeners<T>(): Listeners<T> {
  const all = new Set<{ readonly call: (value: T) => void }>();
  return {
    listen(call) {
      const entry = { call };
      all.add(entry);
      return { dispose: () => void all.delete(entry) };
    },
    fire(value) {
      for (const { call } of [...all]) call(value);
    },
  };
}
