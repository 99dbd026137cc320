import type { Alerts, Clock, Ids, Log } from './ports.ts';
import type { KnownSecrets } from './secrets/known-secrets.ts';

/**
 * The surroundings supply these ports. The core has no clock, randomness, storage or screen of its own, so
 * the same conversation runs in VS Code, a terminal and a test.
 */
export interface Host {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly alerts: Alerts;
  /** Removed from all that tools, MCP servers and models return. */
  readonly secrets: KnownSecrets;
}
