import type { KnownSecrets } from '../../../converser/ground/secrets/known-secrets.ts';
import type { ApproveLaunch } from '../approval/launch-approval.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

/** The first two may ask you. */
export interface BeforeStartPorts {
  /** Without it, every server may start. */
  readonly approve?: ApproveLaunch;
  /** Rejects if a placeholder has no value. */
  readonly fillIn?: FillIn;
  /** Hides the secrets that are filled in. */
  readonly secrets?: KnownSecrets;
}

export type FillIn = (definition: ServerDefinition, signal: AbortSignal) => Promise<ServerDefinition>;
