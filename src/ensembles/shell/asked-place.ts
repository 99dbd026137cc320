import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { absolutePath, locateAbsolute } from '../../converser/workspace/paths.ts';
import { nameInLine } from '../workspace/one-line.ts';
import type { AddedPlaces } from '../workspace/protection/added-places.ts';
import type { Command } from './command/command.ts';
import { namesIn, reasonOf } from './rules/named-place.ts';
import { type Folders, locateFolder } from './run/working-folder.ts';

/**
 * Why a command is asked about, whatever was allowed: one of its arguments is a link, or leads through one, to a place that
 * is protected, for a rule that names the command has named the link only; or it is a place that you have added to those.
 */
export async function askedPlace(
  { workspace: { roots }, addedPlaces }: AskedPlacePorts,
  command: Command,
  cwd: string | undefined,
): Promise<string | undefined> {
  if (command.kind === 'line') return undefined;
  const folder = absolutePath(locateFolder({ roots }, cwd));
  const whyAdded = await addedPlaces.now();
  // There are no more of them than a command has characters.
  for (const name of new Set(namesIn(command))) {
    const file = path.resolve(folder, name);
    const real = await realpath(file).catch(() => file);
    const target = real === file ? undefined : reasonOf(withinRoot(real, roots), command);
    if (target !== undefined) return `${nameInLine(name)} leads to a protected place: ${target}`;
    for (const each of new Set([file, real])) {
      const location = locateAbsolute(each.replaceAll('\\', '/'), roots);
      const added = location && whyAdded(location);
      if (added !== undefined) return `${nameInLine(name)} is a protected place: ${added}`;
    }
  }
  return undefined;
}

export interface AskedPlacePorts {
  readonly workspace: Pick<Folders, 'roots'>;
  readonly addedPlaces: AddedPlaces;
}

/** Relative to the root that holds it, if one does. */
function withinRoot(real: string, roots: Folders['roots']): string {
  return roots.map(({ path: root }) => path.relative(root, real)).find(isInside) ?? real;
}

function isInside(relative: string): boolean {
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
