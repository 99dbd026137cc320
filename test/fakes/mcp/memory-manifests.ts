import type { JsonValue } from '../../../src/converser/ground/json/json.ts';
import type { ManifestMemory } from '../../../src/ensembles/mcp/manifest/manifest.ts';

export interface MemoryManifests extends ManifestMemory {
  readonly kept: ReadonlyMap<string, JsonValue>;
}

/** Keeps what was written as JSON, as a file would. */
export function createMemoryManifests(kept = new Map<string, JsonValue>()): MemoryManifests {
  return {
    kept,
    read: async hash => kept.get(hash),
    async write(hash, manifest) {
      kept.set(hash, JSON.parse(JSON.stringify(manifest)) as JsonValue);
    },
  };
}
