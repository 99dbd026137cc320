export interface Clock {
  now(): Date;
  /** Milliseconds that only ever grow; for durations. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Cheap, for what is nearly always over sooner: a signal that ends a sleep costs much more. */
  after(ms: number, call: () => void): () => void;
}

export interface Ids {
  /** Returns a new id of the form `^[A-Za-z0-9_-]{1,64}$`, never handed out before. */
  next(prefix: string): string;
}

/** Contract: what is logged never holds a secret, and logging never throws. */
export interface Log {
  /** `undefined` while nobody reads the lowest level, where much is written. */
  tracer?(): ((message: string) => void) | undefined;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface Alerts {
  warn(message: string): void;
}
