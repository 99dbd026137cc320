import type { Alerts, Clock, Ids, Log } from './ports.ts';
import type { KnownSecrets } from './secrets/known-secrets.ts';

/** The core gets all surroundings from here, so it runs the same in VS Code, a terminal and a test. */
export interface Host {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly alerts: Alerts;
  /** Removed from all that tools, MCP servers and models return. */
  readonly secrets: KnownSecrets;
}
