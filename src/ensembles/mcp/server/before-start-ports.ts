import type { KnownSecrets } from '../../../converser/ground/secrets/known-secrets.ts';
import type { ApproveLaunch } from '../approval/launch-approval.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

/** What happens before a server is launched or reached. The first two may ask the user. */
export interface BeforeStartPorts {
  /** Whether the server may be launched at all. Absent: every server may. */
  readonly approve?: ApproveLaunch;
  /** Replaces placeholders with their values, and rejects where it cannot. Absent: there are no placeholders. */
  readonly fillIn?: FillIn;
  /** Learns the secrets that are filled in, and hides them. Absent: nothing else knows them. */
  readonly secrets?: KnownSecrets;
}

export type FillIn = (definition: ServerDefinition, signal: AbortSignal) => Promise<ServerDefinition>;
