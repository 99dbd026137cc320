import { lstat } from 'node:fs/promises';
import { hasCode } from '../../../../converser/ground/causes.ts';
import type { KeptPlace } from '../../../../converser/words/workspace/kept-place.ts';
import { bytePath } from '../../../../files/byte-names.ts';
import type { DeepFolder } from '../../disk/deep-folder.ts';
import { orAbsent } from '../../real-path.ts';

/** SQLite would mix what these hold into a file that was put back; see https://sqlite.org/howtocorrupt.html. */
const logs = ['-wal', '-shm', '-journal'];

/** `written` are places that the same record changed. */
export async function isOpenDatabase(
  folder: DeepFolder,
  { root, path }: KeptPlace,
  written: readonly KeptPlace[],
): Promise<boolean> {
  const others = logs.filter(end => !written.some(each => each.root === root && each.path === path + end));
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = others.map(
    async end => folder.isThere && lstat(bytePath(folder.at(name + end))).catch(orNone),
  );
  return (await Promise.all(found)).some(stats => stats && stats.size > 0);
}

/** The name may have no room for more. */
function orNone(cause: unknown): undefined {
  return hasCode(cause, 'ENAMETOOLONG') ? undefined : orAbsent(cause);
}
