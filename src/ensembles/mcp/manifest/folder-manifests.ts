import { hash } from 'node:crypto';
import path from 'node:path';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import { readRegularFile } from '../../../files/read-regular-file.ts';
import { replaceFile } from '../../../files/replace-file.ts';
import type { ManifestMemory } from './manifest.ts';

/** In bytes. */
const largest = 256 * 1024 ** 2;

/** A file begins with the hash of what follows, so that what is damaged counts as absent. */
export function folderManifests(folder: string): ManifestMemory {
  const fileOf = (key: string) => path.join(folder, `${key}.json`);
  return {
    async read(key) {
      const text = (await readRegularFile(fileOf(key), largest))?.toString('utf8') ?? '';
      const end = text.indexOf('\n');
      const json = text.slice(end + 1);
      return text.slice(0, end) === hash('sha256', json) ? (JSON.parse(json) as JsonValue) : undefined;
    },
    async write(key, manifest) {
      const json = JSON.stringify(manifest);
      // A manifest that can't be kept is requested again the next time.
      await replaceFile(fileOf(key), `${hash('sha256', json)}\n${json}`).catch(() => {});
    },
  };
}
