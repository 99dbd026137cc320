import type { Clock } from '../../../converser/ground/ports.ts';
import type { ConnectionPorts, ServerLimits } from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { InspectManifest, ManifestMemory } from '../manifest/manifest.ts';
import type { ToolProblem } from '../manifest/tool-invokers.ts';
import type { ProcessPorts } from '../process/process-ports.ts';
import type { BeforeStartPorts } from '../server/before-start-ports.ts';

export interface McpPorts {
  readonly clock: Clock;
  readonly limits?: Partial<ServerLimits>;
  readonly process: ProcessPorts;
  readonly connection: ConnectionPorts;
  readonly beforeStart: BeforeStartPorts;
  readonly tools: ToolPorts;
}

export interface ToolPorts {
  readonly memory?: ManifestMemory;
  readonly inspect?: InspectManifest;
  /** Asked after `inspect`. Withholds instructions that have changed. */
  readonly mayInstruct?: (definition: ServerDefinition) => boolean;
  readonly report?: (definition: ServerDefinition, problems: readonly ToolProblem[]) => void;
}
