import path from 'node:path';
import { parseJson } from '../../../converser/ground/json/json.ts';
import { readRegularFile, readRegularFileSync } from '../../../files/read-regular-file.ts';
import { replaceFile } from '../../../files/replace-file.ts';
import type { ManifestMemory } from './manifest.ts';

/** In bytes. */
const [small, largest] = [262_144, 256 * 1024 ** 2];

export function folderManifests(folder: string): ManifestMemory {
  const fileOf = (hash: string) => path.join(folder, `${hash}.json`);
  return {
    async read(hash) {
      const file = fileOf(hash);
      // Node's threads take several times as long to read such small files (`mcp-remembered` in test/bench).
      const bytes = readRegularFileSync(file, small) ?? (await readRegularFile(file, largest));
      return parseJson(bytes?.toString('utf8') ?? '');
    },
    async write(hash, manifest) {
      // A manifest that can't be kept is requested again the next time.
      await replaceFile(fileOf(hash), JSON.stringify(manifest)).catch(() => {});
    },
  };
}
