import { errors } from '../../../converser/ground/errors.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import {
  absolutePath,
  locateAbsolute,
  locatePath,
  shownPath,
} from '../../../converser/words/workspace/paths.ts';
import type { Location, OpenFolder, Workspace } from '../../../converser/words/workspace/workspace.ts';
import { nameInLine } from '../../workspace/name-in-line.ts';

export type Folders = Pick<Workspace, 'roots' | 'openFolder'>;

/** Default: the first root. Throws where the path leads out of the roots. */
export function locateFolder({ roots }: Pick<Folders, 'roots'>, cwd: string | undefined): Location {
  const [first] = roots;
  if (first === undefined) throw fileErrors.noWorkspace();
  const isFirst = cwd === undefined || /^\.?[/\\]?$/.test(cwd.trim());
  return isFirst ? { root: first, path: '' } : locatePath(cwd, roots);
}

/** How rules may name it, the way to write it first. The first root is `.`, which they needn't name. */
export function folderNames(folders: Pick<Folders, 'roots'>, cwd: string | undefined): readonly string[] {
  const location = locateFolder(folders, cwd);
  const names = [shownPath(location, folders.roots), absolutePath(location)];
  return location.root === folders.roots[0] && location.path === '' ? ['.', ...names] : names;
}

/** As the person and the model name it, in one line. */
export function shownIn({ roots }: Pick<Folders, 'roots'>, absolute: string): string {
  const location = locateAbsolute(absolute, roots);
  return nameInLine(location === undefined ? absolute : shownPath(location, roots));
}

/** Holds the folder itself: what a link or another program puts at its path meanwhile changes nothing. Release it. */
export async function holdWorkingFolder(workspace: Folders, cwd: string | undefined): Promise<OpenFolder> {
  const location = locateFolder(workspace, cwd);
  const held = await workspace.openFolder(location);
  if (held === undefined) throw errors.notAvailable('commands in a folder that isn’t on this machine');
  return held;
}
