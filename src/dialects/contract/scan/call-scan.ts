import type { ToolNames } from '../tool-names.ts';
import type { Reader } from './reader.ts';

/** What every scan for calls works on. */
export interface CallScan {
  readonly reader: Reader;
  readonly tools: ToolNames;
  /** Only the vendors' own tags and markers count. */
  readonly marked?: boolean;
  /** There is nothing but separators between a call and what is scanned. */
  readonly isAfterCall?: boolean;
  /** Takes the final answer while it arrives. Absent where none can start. */
  readonly say?: (text: string) => void;
  /** Takes reasoning between tags, and the tags too if only marked calls count. Absent where none can start. */
  readonly think?: (text: string) => void;
}
