import type { Implementation, ServerCapabilities, Tool } from '@modelcontextprotocol/client';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import type { Announced } from '../connection/capabilities.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

export interface Manifest {
  readonly announced: readonly Announced[];
  readonly serverInfo?: Implementation;
  readonly protocolVersion: string;
  /** It ended or was silent when it was asked for its version. The next start greets it as an old server at once. */
  readonly refusesDiscovery?: true;
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
  readonly tools: readonly Tool[];
  readonly unusable: readonly UnusableTool[];
}

export interface UnusableTool {
  readonly name: string;
  readonly reason: string;
}

/** Contract: never rejects. What can't be read is absent, what can't be written is lost. */
export interface ManifestMemory {
  read(hash: string): Promise<JsonValue | undefined>;
  write(hash: string, manifest: JsonValue): Promise<void>;
}

/** Contract: never rejects, runs before models get anything, and resolves to the reasons to withhold tools, by name. */
export type InspectManifest = (
  definition: ServerDefinition,
  manifest: Manifest,
) => Promise<ReadonlyMap<string, string>>;
