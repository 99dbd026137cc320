import type { ServerDefinition } from '../definition/server-definition.ts';

/**
 * Contract: nothing when it may be launched, else the reason why not, for people. It may ask a person; whoever waits
 * for it stops waiting when the signal aborts.
 */
export type ApproveLaunch = (
  definition: ServerDefinition,
  signal: AbortSignal,
) => Promise<string | undefined>;
