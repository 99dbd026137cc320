import type { ToolNames } from '../tool-names.ts';
import type { Reader } from './reader.ts';

/** What every scan for calls works on. */
export interface CallScan {
  readonly reader: Reader;
  readonly tools: ToolNames;
  /** Only the vendors' own tags and markers count. */
  readonly marked?: boolean;
  /** Takes the final answer while it is being written. Absent where none can begin. */
  readonly say?: (text: string) => void;
  /** Takes reasoning that stands in tags, and where only marked calls count the tags too. Absent where none can begin. */
  readonly think?: (text: string) => void;
}
