import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import { replaceFile } from '../../../files/replace-file.ts';
import type { ManifestMemory } from './manifest.ts';

export function folderManifests(folder: string): ManifestMemory {
  const fileOf = (hash: string) => path.join(folder, `${hash}.json`);
  return {
    async read(hash) {
      try {
        // Node's threads take several times as long to read such small files (`mcp-remembered` in test/bench).
        return JSON.parse(readFileSync(fileOf(hash), 'utf8')) as JsonValue;
      } catch {
        return undefined;
      }
    },
    async write(hash, manifest) {
      // A manifest that can't be kept is requested again the next time.
      await replaceFile(fileOf(hash), JSON.stringify(manifest)).catch(() => {});
    },
  };
}
