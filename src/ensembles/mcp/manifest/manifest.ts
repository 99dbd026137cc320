import type { Implementation, ServerCapabilities, Tool } from '@modelcontextprotocol/client';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import type { Announced } from '../connection/capabilities.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

/** What a server last said about itself and its tools. */
export interface Manifest {
  /** The version of this format. Raise it with every change. */
  readonly form: 2;
  /** The capabilities that we announced to it, on which its tools may depend. */
  readonly announced: readonly Announced[];
  /** Absent for servers that give no name. */
  readonly serverInfo?: Implementation;
  readonly protocolVersion: string;
  /** It ended or was silent when it was asked for its version. The next start greets it as an old server at once. */
  readonly refusesDiscovery?: true;
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
  /** In the server's order. */
  readonly tools: readonly Tool[];
  /** Tools whose descriptions are not valid. */
  readonly unusable: readonly UnusableTool[];
}

export interface UnusableTool {
  readonly name: string;
  /** For people. */
  readonly reason: string;
}

/**
 * Keeps manifests between runs, by their `manifestHash`.
 *
 * Contract: never rejects. What cannot be read counts as absent, and what cannot be written is lost. Readers must not
 * trust the content: see `readManifest`.
 */
export interface ManifestMemory {
  read(hash: string): Promise<JsonValue | undefined>;
  write(hash: string, manifest: JsonValue): Promise<void>;
}

/**
 * Inspects what a server offers, before it is offered to models and after each change.
 *
 * Contract: never rejects. Resolves to the names of the tools that must not be offered, each with the reason.
 */
export type InspectManifest = (
  definition: ServerDefinition,
  manifest: Manifest,
) => Promise<ReadonlyMap<string, string>>;
