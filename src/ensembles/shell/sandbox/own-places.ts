import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { errors } from '../../../converser/ground/errors.ts';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import { realPath } from '../../workspace/real-path.ts';

/**
 * Resolves to those of Converser’s own places that commands could write: what is there runs outside of the sandbox.
 * Rejects if a mount can’t keep them: links can be replaced, and what isn’t there yet can be made.
 */
export async function ownPlaces(
  places: readonly string[],
  { writable, named }: { readonly writable: readonly string[]; readonly named: readonly string[] },
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const place of places.map(each => path.resolve(each))) {
    const real = await realPath(place).catch(() => place);
    const linked = real === place ? undefined : writable.find(folder => isWithin(place, folder));
    const isThere = (await lstat(real).catch(() => undefined)) !== undefined;
    const lost =
      linked ?? named.find(folder => isWithin(folder, real) || (!isThere && isWithin(real, folder)));
    if (lost !== undefined) throw errors.notAvailable(whileIn(lost, place));
    if (writable.some(folder => isWithin(real, folder))) found.add(real);
  }
  return [...found];
}

const whileIn = (folder: string, place: string) =>
  `a sandbox in which commands write to ${folder}, as Converser runs what is in ${place}. Let them write elsewhere (your setting converser.shell.writableFolders, in a terminal --writable)`;
