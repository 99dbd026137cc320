import type { Call } from '../ensemble/call.ts';
import type { Preview } from '../ensemble/invoker.ts';

/** What the user is asked about one call. */
export interface PermissionQuestion extends Call {
  /** Why the question is asked. */
  readonly reason: string;
  /** In the order in which they are offered. */
  readonly choices: readonly PermissionAnswer[];
  /** What the call would do, of bounded size and with nothing invisible in it. Absent: only the arguments say it. */
  readonly preview?: Preview;
}

/** How long a yes lasts, or `deny`. */
export type PermissionAnswer = 'once' | 'conversation' | 'workspace' | 'deny';
