import type { Alerts, Clock, Ids, Log } from './ports.ts';
import type { KnownSecrets } from './secrets/known-secrets.ts';

/**
 * The ports that the surroundings of the core supply. The core has no clock, no randomness, no storage and
 * no screen of its own, which is why the same conversation runs in VS Code, a terminal and a test.
 */
export interface Host {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly alerts: Alerts;
  /** The secrets that are removed from whatever tools, servers and models return. */
  readonly secrets: KnownSecrets;
}
