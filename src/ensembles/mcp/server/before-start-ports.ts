import type { KnownSecrets } from '../../../converser/ground/secrets/known-secrets.ts';
import type { ApproveLaunch } from '../approval/launch-approval.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

export interface BeforeStartPorts {
  readonly approve?: ApproveLaunch;
  readonly fillIn?: FillIn;
  readonly secrets?: KnownSecrets;
}

export type FillIn = (definition: ServerDefinition, signal: AbortSignal) => Promise<ServerDefinition>;
