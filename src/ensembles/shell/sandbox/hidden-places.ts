import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../converser/workspace/paths.ts';
import { protectedNames } from '../../workspace/protection/protected-names.ts';
import type { HiddenPlace } from './bubblewrap.ts';

/** Where your keys lie, as far as that is in your home and doesn't hold a folder that commands work in. */
export async function hiddenPlaces(
  home: string,
  writable: readonly string[],
): Promise<readonly HiddenPlace[]> {
  const places = secretNames
    .map(name => path.join(home, name))
    .filter(place => !writable.some(folder => isWithin(folder, place)));
  const found = await Promise.all(places.map(hidden));
  return found.filter(place => place !== undefined);
}

const secretNames = protectedNames
  .filter(({ isSecret }) => isSecret)
  .flatMap(({ folders, files }) => [...folders, ...files]);

/** A link could lead to what programs need. */
async function hidden(place: string): Promise<HiddenPlace | undefined> {
  const stat = await lstat(place).catch(() => undefined);
  if (stat?.isDirectory()) return { path: place, kind: 'folder' };
  return stat?.isFile() ? { path: place, kind: 'file' } : undefined;
}
