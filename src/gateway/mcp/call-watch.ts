import type { AskCaller } from '../../converser/words/ensemble/invoker.ts';

/** How the caller follows a call and stops it. */
export interface CallWatch {
  readonly signal: AbortSignal;
  /** A few words and, where it is known, a fraction between 0 and 1. */
  readonly progress: (message: string, fraction?: number) => void;
  /** Absent: the client can't be asked anything. */
  readonly askCaller?: AskCaller;
}
