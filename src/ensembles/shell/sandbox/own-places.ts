import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errors } from '../../../converser/ground/errors.ts';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import { realPath } from '../../workspace/real-path.ts';

interface Writable {
  readonly writable: readonly string[];
  /** You have named these, outside the workspace. */
  readonly named: readonly string[];
}

/**
 * Resolves to those of Converser’s own places that lie where commands write, even if nothing is there yet: what
 * commands put there would run outside of the sandbox. Rejects if they can’t be kept.
 */
export async function ownPlaces(
  places: readonly string[],
  { writable, named }: Writable,
): Promise<readonly string[]> {
  const real = await Promise.all(places.map(place => realPath(place).catch(() => path.resolve(place))));
  const inOurs = named.find(folder => real.some(place => isWithin(folder, place)));
  if (inOurs !== undefined) throw errors.notAvailable(whileOurs(inOurs));
  for (const place of places) {
    const link = await linkIn(writable, path.resolve(place));
    if (link !== undefined) throw errors.notAvailable(whileLinked(link));
  }
  return [...new Set(real)].filter(place => writable.some(folder => isWithin(place, folder)));
}

const whileOurs = (folder: string) =>
  `a sandbox in which commands write to ${folder}, which belongs to Converser. Take it out of your setting converser.shell.writableFolders (in a terminal --writable)`;

const whileLinked = (link: string) =>
  `a sandbox in which commands can replace ${link}, a link to Converser’s files. Put the folder itself there, or let commands write elsewhere`;

/** A mount keeps a folder in its place, but no link. */
async function linkIn(writable: readonly string[], place: string): Promise<string | undefined> {
  let above = path.parse(place).root;
  for (const name of place.split(path.sep).filter(Boolean)) {
    const at = path.join(above, name);
    const isLink = (await lstat(at).catch(() => undefined))?.isSymbolicLink() === true;
    if (isLink && writable.some(folder => isWithin(above, folder))) return at;
    above = isLink ? await realpath(at).catch(() => at) : at;
  }
  return undefined;
}

/** Resolves to the outermost folders that aren’t there on the way to these places. */
export async function missingOf(places: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(places.map(firstMissing));
  return [...new Set(found.filter(place => place !== undefined))];
}

async function firstMissing(place: string): Promise<string | undefined> {
  let missing: string | undefined;
  for (let at = place; (await lstat(at).catch(() => undefined)) === undefined; at = path.dirname(at))
    missing = at;
  return missing;
}
