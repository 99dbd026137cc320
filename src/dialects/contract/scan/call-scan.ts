import type { Found, Outcome } from '../outcome.ts';
import type { ToolNames } from '../tool-names.ts';
import type { Reader, Scan } from './reader.ts';

export interface CallScan {
  readonly reader: Reader;
  readonly tools: ToolNames;
  readonly marked?: boolean;
  readonly isAfterCall?: boolean;
  /** Takes the final answer while it arrives. It is absent where no answer can start. */
  readonly say?: (text: string) => void;
  /** Takes reasoning between tags, and the tags too if only marked calls count. It is absent where none can start. */
  readonly think?: (text: string) => void;
}

/** All that the scan takes, and doesn't pass on, is the text of what it finds. */
export function* withText({ reader }: Pick<CallScan, 'reader'>, scan: Scan<Outcome>): Scan<Found> {
  const outcome = yield* scan;
  return { raw: reader.whole(), outcome };
}
