import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import { protectedNames } from '../../workspace/protection/protected-names.ts';
import { emptied, type HiddenPlace } from './bubblewrap.ts';
import { foreignSockets } from './foreign-sockets.ts';

export interface HidingOptions {
  /** Your keys lie at known places in it. */
  readonly home: string;
  readonly places: readonly string[];
  /** These stay as they are, because commands work there. */
  readonly writable: readonly string[];
}

export async function hiddenPlaces({
  home,
  places,
  writable,
}: HidingOptions): Promise<readonly HiddenPlace[]> {
  const wanted = [...secretNames.map(name => path.join(home, name)), ...places].filter(
    place => !writable.some(folder => isWithin(folder, place)),
  );
  const folders = [...emptied, ...wanted, ...writable];
  const sockets = (await foreignSockets()).filter(
    socket => !folders.some(folder => isWithin(socket, folder)),
  );
  const found = await Promise.all([...wanted, ...sockets].map(hidden));
  return found.filter(place => place !== undefined);
}

const secretNames = protectedNames
  .filter(({ isSecret }) => isSecret)
  .flatMap(({ folders, files }) => [...folders, ...files]);

/** Links are left out: they could lead to what programs need. */
async function hidden(place: string): Promise<HiddenPlace | undefined> {
  const stat = await lstat(place).catch(() => undefined);
  if (stat?.isDirectory()) return { path: place, kind: 'folder' };
  return stat?.isFile() || stat?.isSocket() ? { path: place, kind: 'file' } : undefined;
}
