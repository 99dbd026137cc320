import path from 'node:path';
import { parseJson } from '../../../converser/ground/json/json.ts';
import { readRegularFile } from '../../../files/read-regular-file.ts';
import { replaceFile } from '../../../files/replace-file.ts';
import type { ManifestMemory } from './manifest.ts';

/** In bytes. */
const largest = 256 * 1024 ** 2;

export function folderManifests(folder: string): ManifestMemory {
  const fileOf = (hash: string) => path.join(folder, `${hash}.json`);
  return {
    async read(hash) {
      const bytes = await readRegularFile(fileOf(hash), largest);
      return parseJson(bytes?.toString('utf8') ?? '');
    },
    async write(hash, manifest) {
      // A manifest that can't be kept is requested again the next time.
      await replaceFile(fileOf(hash), JSON.stringify(manifest)).catch(() => {});
    },
  };
}
