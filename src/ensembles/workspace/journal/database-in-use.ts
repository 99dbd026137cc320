import { lstat } from 'node:fs/promises';
import { absoluteKept, type KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import type { DeepFolder } from '../disk/deep-folder.ts';
import { orAbsent } from '../real-path.ts';

/**
 * SQLite would mix into a file that was put back what it keeps beside it while a program has the database open. See
 * https://sqlite.org/howtocorrupt.html. What the same undo puts back, too, belongs to it.
 */
export async function besideDatabase(
  folder: DeepFolder,
  place: KeptPlace,
  written: readonly KeptPlace[],
): Promise<string | undefined> {
  const name = place.path.slice(place.path.lastIndexOf('/') + 1);
  const undone = new Set(written.map(absoluteKept));
  for (const end of ['-wal', '-shm', '-journal']) {
    if (!folder.isThere || undone.has(absoluteKept(place) + end)) continue;
    const found = await lstat(folder.at(name + end)).catch(orAbsent);
    if (found !== undefined && (end !== '-journal' || found.size > 0)) return name + end;
  }
  return undefined;
}
