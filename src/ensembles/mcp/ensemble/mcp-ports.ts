import type { ApproveLaunch } from '../approval/approve-launch.ts';
import type { Spill } from '../calls/spill.ts';
import type { ServerSurroundings } from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { InspectManifest, ManifestMemory } from '../manifest/manifest.ts';
import type { ToolProblem } from '../manifest/tool-invokers.ts';
import type { LoginPath } from '../process/login-path.ts';
import type { ProcessGuard } from '../process/process-guard.ts';
import type { StartPlaces } from '../process/start-slots.ts';

/** What all servers of a house have in common. */
export interface McpParts extends ServerSurroundings {
  readonly loginPath: LoginPath;
  /** Absent: nobody ends the processes of servers when ours is killed. */
  readonly guard?: ProcessGuard;
  /** Absent: all processes are started as soon as they are wanted. */
  readonly places?: StartPlaces;
  /** Absent: each server has to be started before its tools are known. */
  readonly memory?: ManifestMemory;
  /** Keeps what is too long for a result. Absent: what is too long is cut. */
  readonly spill?: Spill;
  /** Absent: everything that a server offers is offered. */
  readonly inspect?: InspectManifest;
  /** Hears that a server is about to be inspected, and may get ready for it. */
  readonly expect?: (definition: ServerDefinition) => void;
  /** Fills placeholders in, right before a start. Rejects where that is not possible. Absent: there are none. */
  readonly fillIn?: (definition: ServerDefinition, signal: AbortSignal) => Promise<ServerDefinition>;
  /** Whether this may be launched at all; asked before each start. */
  readonly approve?: ApproveLaunch;
  /** Is told all problems of a server's tools whenever they have changed. */
  readonly report?: (definition: ServerDefinition, problems: readonly ToolProblem[]) => void;
}
