import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { KeptPlace } from '../../../../converser/words/workspace/kept-place.ts';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import type { Entry, Manifest } from '../manifest/manifest.ts';

export interface ListedPlace {
  readonly place: KeptPlace;
  readonly absolute: string;
  readonly entry?: Entry;
}

/** Follows links. Resolves to `undefined` if the listing can't tell of the file. */
export async function listedPlace({ roots }: Manifest, file: string): Promise<ListedPlace | undefined> {
  const real = await realOf(file);
  for (const { root, entries, unlisted, repositories } of roots) {
    const folder = await realOf(root);
    if (!isWithin(real, folder) || real === folder) continue;
    const relative = path.relative(folder, real);
    const entry = entries.get(relative);
    const isBeyond = [...unlisted, ...repositories].some(each => isWithin(relative, each));
    if (entry === undefined ? isBeyond : entry.kind !== 'file') return undefined;
    const place = { root, path: relative };
    return { place, absolute: path.join(root, relative), ...(entry === undefined ? {} : { entry }) };
  }
  return undefined;
}

/** The file may not be there yet, but its folder is. */
async function realOf(file: string): Promise<string> {
  return realpath(file).catch(async () => {
    const folder = await realpath(path.dirname(file)).catch(() => path.dirname(file));
    return path.join(folder, path.basename(file));
  });
}
