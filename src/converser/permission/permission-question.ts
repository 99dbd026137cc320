import type { Call } from '../ensemble/call.ts';

/** What the user is asked about one call. */
export interface PermissionQuestion extends Call {
  /** Why the question is asked. */
  readonly reason: string;
  /** In the order in which they are offered. */
  readonly choices: readonly PermissionAnswer[];
}

/** How long a yes lasts, or `deny`. */
export type PermissionAnswer = 'once' | 'conversation' | 'workspace' | 'deny';
