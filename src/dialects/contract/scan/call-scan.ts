import type { ToolNames } from '../tool-names.ts';
import type { Reader } from './reader.ts';

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
