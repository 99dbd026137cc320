import type { ServerDefinition } from '../definition/server-definition.ts';

/**
 * Contract: resolves to nothing when the server may be started, else to the reason why not, for people. It may ask
 * you; it stops waiting when the signal aborts.
 */
export type ApproveLaunch = (
  definition: ServerDefinition,
  signal: AbortSignal,
) => Promise<string | undefined>;
