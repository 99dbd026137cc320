import { lstat } from 'node:fs/promises';
import { absoluteKept, type KeptPlace } from '../../../../converser/words/workspace/kept-place.ts';
import { bytePath } from '../../../../files/byte-names.ts';
import { orAbsent } from '../../real-path.ts';

/** Finds those that are hard links to this file: writing to it changes them, too. */
export async function otherNames(
  place: KeptPlace,
  others: readonly KeptPlace[],
): Promise<readonly KeptPlace[]> {
  const here = absoluteKept(place);
  const file = await lstat(bytePath(here)).catch(orAbsent);
  if (file?.isFile() !== true || file.nlink < 2) return [];
  const same = new Map<string, KeptPlace>();
  for (const other of others) {
    const there = absoluteKept(other);
    if (there === here || same.has(there)) continue;
    // Nothing lies below what is a file by now.
    const stats = await lstat(bytePath(there)).catch(() => undefined);
    if (stats?.ino === file.ino && stats.dev === file.dev) same.set(there, other);
  }
  return [...same.values()];
}
