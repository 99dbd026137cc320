import type { Clock } from '../../../converser/ground/ports.ts';
import type { ConnectionPorts, ServerLimits } from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { InspectManifest, ManifestMemory } from '../manifest/manifest.ts';
import type { ToolProblem } from '../manifest/tool-invokers.ts';
import type { ProcessPorts } from '../process/process-ports.ts';
import type { BeforeStartPorts } from '../server/before-start-ports.ts';

/** What a host gives to all its MCP servers, in one group for each part that uses it. */
export interface McpPorts {
  readonly clock: Clock;
  /** Each limit that is left out is the one of `ordinaryServerLimits`. */
  readonly limits?: Partial<ServerLimits>;
  readonly process: ProcessPorts;
  readonly connection: ConnectionPorts;
  readonly beforeStart?: BeforeStartPorts;
  readonly tools?: ToolPorts;
}

/** What becomes of the tools that a server lists, and of their results. */
export interface ToolPorts {
  /** Absent: each server has to start before its tools are known. */
  readonly memory?: ManifestMemory;
  /** Announces that a server is about to be inspected, so that its lock can be read in advance. */
  readonly expect?: (definition: ServerDefinition) => void;
  /** Withholds tools that have changed. Absent: everything that a server lists is offered. */
  readonly inspect?: InspectManifest;
  /** Withholds what a server says about using its tools, if that has changed. Asked after `inspect`. Absent: it is offered. */
  readonly mayInstruct?: (definition: ServerDefinition) => boolean;
  /** Receives all problems of a server's tools whenever they have changed. */
  readonly report?: (definition: ServerDefinition, problems: readonly ToolProblem[]) => void;
}
