import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { absolutePath } from '../../converser/workspace/paths.ts';
import { nameInLine } from '../workspace/one-line.ts';
import type { Command } from './command/command.ts';
import { namesIn, reasonOf } from './rules/named-place.ts';
import { type Folders, locateFolder } from './run/working-folder.ts';

/**
 * Why a command is asked about, whatever was allowed: one of its arguments is a link, or leads through one, to a place that
 * is protected. A rule that names the command has named the link only.
 */
export async function linkedPlace(
  { roots }: Pick<Folders, 'roots'>,
  command: Command,
  cwd: string | undefined,
): Promise<string | undefined> {
  if (command.kind === 'line') return undefined;
  const folder = absolutePath(locateFolder({ roots }, cwd));
  // There are no more of them than a command has characters.
  for (const name of new Set(namesIn(command))) {
    const real = await linkTarget(path.resolve(folder, name), roots);
    const reason = real === undefined ? undefined : reasonOf(real, command);
    if (reason !== undefined) return `${nameInLine(name)} leads to a protected place: ${reason}`;
  }
  return undefined;
}

/** Where a path leads that has a link in it, relative to the root if it is in one. `undefined`: it has none. */
async function linkTarget(file: string, roots: Folders['roots']): Promise<string | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined || real === file) return undefined;
  const within = roots.map(({ path: root }) => path.relative(root, real)).find(isInside);
  return within ?? real;
}

function isInside(relative: string): boolean {
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
