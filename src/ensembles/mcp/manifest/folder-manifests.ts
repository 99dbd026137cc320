import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JsonValue } from '../../../converser/json/json.ts';
import type { ManifestMemory } from './manifest.ts';

/** Keeps manifests in a folder of our own, one file each. */
export function folderManifests(folder: string): ManifestMemory {
  const fileOf = (hash: string) => path.join(folder, `${hash}.json`);
  return {
    async read(hash) {
      try {
        return JSON.parse(await readFile(fileOf(hash), 'utf8')) as JsonValue;
      } catch {
        return undefined;
      }
    },
    async write(hash, manifest) {
      try {
        await mkdir(folder, { recursive: true });
        // Another window may read or write the same one meanwhile.
        const part = `${fileOf(hash)}.${process.pid}.part`;
        await writeFile(part, JSON.stringify(manifest));
        await rename(part, fileOf(hash));
      } catch {
        // What cannot be kept is asked for again the next time.
      }
    },
  };
}
