import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A repository of Git in which files of the workspace are, by absolute paths. */
export interface GitFolders {
  /** The folder with the files. */
  readonly worktree: string;
  /** With the index and the current branch. */
  readonly own: string;
  /** With objects and branches, which several working trees may share. */
  readonly common: string;
}

/** A folder of the workspace, with the relative paths of the `.git` folders and files in it. */
interface ListedRoot {
  readonly root: string;
  readonly repositories: readonly string[];
}

/** The repositories that are listed, and those that the workspace's folders are parts of. */
export function gitFoldersOf(roots: readonly ListedRoot[]): readonly GitFolders[] {
  const places = roots.flatMap(({ root, repositories }) => [
    ...repositories.map(relative => path.join(root, relative)),
    ...above(root),
  ]);
  return [...new Set(places)].flatMap(place => foldersAt(place) ?? []);
}

function above(root: string): readonly string[] {
  const folder = path.dirname(root);
  if (folder === root) return [];
  const place = path.join(folder, '.git');
  return statSync(place, { throwIfNoEntry: false }) === undefined ? above(folder) : [place];
}

/** @param place of a `.git` folder, or of the file that says where it is */
function foldersAt(place: string): GitFolders | undefined {
  try {
    const worktree = path.dirname(place);
    const own = statSync(place).isDirectory() ? place : path.resolve(worktree, named(place, 'gitdir: '));
    const shared = path.join(own, 'commondir');
    const isShared = statSync(shared, { throwIfNoEntry: false }) !== undefined;
    return { worktree, own, common: isShared ? path.resolve(own, named(shared, '')) : own };
  } catch {
    // What it leads to is gone.
    return undefined;
  }
}

function named(file: string, prefix: string): string {
  const content = readFileSync(file, 'utf8').trim();
  if (!content.startsWith(prefix)) throw new Error(`${file} does not name a folder.`);
  return content.slice(prefix.length);
}
