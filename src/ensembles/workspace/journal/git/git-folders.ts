import { statSync } from 'node:fs';
import path from 'node:path';
import { readRegularFileSync } from '../../../../files/read-regular-file.ts';

export interface GitFolders {
  readonly worktree: string;
  /** Holds the index and the current branch. */
  readonly own: string;
  /** Holds objects and branches, which several working trees may share. */
  readonly common: string;
}

/** The paths of `.git` folders and files are relative. */
interface ListedRoot {
  readonly root: string;
  readonly repositories: readonly string[];
}

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

function foldersAt(place: string): GitFolders | undefined {
  try {
    const worktree = path.dirname(place);
    const own = statSync(place).isDirectory() ? place : path.resolve(worktree, named(place, 'gitdir: '));
    const shared = path.join(own, 'commondir');
    const isShared = statSync(shared, { throwIfNoEntry: false }) !== undefined;
    return { worktree, own, common: isShared ? path.resolve(own, named(shared, '')) : own };
  } catch {
    return undefined;
  }
}

function named(file: string, prefix: string): string {
  const content = readRegularFileSync(file, mostInPointer)?.toString().trim();
  if (content?.startsWith(prefix) !== true) throw new Error(`${file} does not name a folder.`);
  return content.slice(prefix.length);
}

/** In bytes. */
const mostInPointer = 64 * 1024;
