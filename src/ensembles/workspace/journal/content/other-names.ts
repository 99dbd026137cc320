import { lstat } from 'node:fs/promises';
import { absoluteKept, type KeptPlace } from '../../../../converser/words/workspace/kept-place.ts';
import { orAbsent } from '../../real-path.ts';

/** Of some places, those that are further names of the file at this one (hard links): what is written there changes them, too. */
export async function otherNames(
  place: KeptPlace,
  others: readonly KeptPlace[],
): Promise<readonly KeptPlace[]> {
  const here = absoluteKept(place);
  const file = await lstat(here).catch(orAbsent);
  if (file?.isFile() !== true || file.nlink < 2) return [];
  const same = new Map<string, KeptPlace>();
  for (const other of others) {
    const there = absoluteKept(other);
    if (there === here || same.has(there)) continue;
    // Below what is a file by now, there is nothing.
    const stats = await lstat(there).catch(() => undefined);
    if (stats?.ino === file.ino && stats.dev === file.dev) same.set(there, other);
  }
  return [...same.values()];
}
