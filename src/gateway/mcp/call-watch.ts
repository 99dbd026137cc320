import type { AskCaller } from '../../converser/words/ensemble/invoker.ts';

export interface CallWatch {
  readonly signal: AbortSignal;
  /** Takes a few words and, where it is known, a fraction between 0 and 1. */
  readonly progress: (message: string, fraction?: number) => void;
  readonly askCaller?: AskCaller;
}
