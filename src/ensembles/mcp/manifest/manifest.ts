import type { Implementation, ServerCapabilities, Tool } from '@modelcontextprotocol/client';
import type { JsonValue } from '../../../converser/json/json.ts';
import type { Announced } from '../connection/capabilities.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

/** What a server said of itself and its tools when it was asked last. */
export interface Manifest {
  /** Raised whenever what is kept here changes its form. */
  readonly form: 2;
  /** What it was told that it may ask of us, which may decide what it offers. */
  readonly announced: readonly Announced[];
  /** Absent for servers that do not say who they are. */
  readonly serverInfo?: Implementation;
  readonly protocolVersion: string;
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
  /** As the server tells them, in its order. */
  readonly tools: readonly Tool[];
  /** Those that it describes in a way that nobody understands. */
  readonly unusable: readonly UnusableTool[];
}

export interface UnusableTool {
  readonly name: string;
  /** For people. */
  readonly reason: string;
}

/**
 * Where manifests outlive a window: by the sha-256 that `manifestHash` makes.
 *
 * Contract: never rejects; what cannot be read counts as absent, and what cannot be written is left out. Whoever
 * reads does not trust it: see `readManifest`.
 */
export interface ManifestMemory {
  read(hash: string): Promise<JsonValue | undefined>;
  write(hash: string, manifest: JsonValue): Promise<void>;
}

/**
 * Looks at what a server offers before any of it is offered on, and each time it has changed.
 *
 * Contract: never rejects. Names of tools that must not be offered, with the reason for people.
 */
export type InspectManifest = (
  definition: ServerDefinition,
  manifest: Manifest,
) => Promise<ReadonlyMap<string, string>>;
