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
  /** Says where the user changes a setting, such as `--set roundLimit=…`. Absent: in VS Code. */
  readonly settingText?: (key: string) => string;
}

export function settingText(host: Pick<Host, 'settingText'>, key: string): string {
  return host.settingText?.(key) ?? `the setting converser.${key}`;
}
