import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import { type GitFolders, gitFoldersOf } from '../../workspace/journal/git/git-folders.ts';

export interface RepositoriesAround {
  /** They hold a root, and are seen with it. */
  readonly worktrees: readonly string[];
  /** They lie elsewhere, and hold the objects and settings of what is seen. */
  readonly gitFolders: readonly string[];
}

export async function repositoriesAround(roots: readonly string[]): Promise<RepositoriesAround> {
  const found = gitFoldersOf(roots.map(root => ({ root, repositories: ['.git'] })));
  const isAround = ({ worktree }: GitFolders) =>
    !roots.includes(worktree) && roots.some(root => isWithin(root, worktree));
  const gitFolders = await Promise.all(found.map(commonOf));
  return {
    worktrees: found.filter(isAround).map(({ worktree }) => worktree),
    gitFolders: gitFolders.filter(place => place !== undefined),
  };
}

/** Any folder may claim to be part of a repository: the repository has to say so, too, or to hold the folder. */
async function commonOf({ worktree, own, common }: GitFolders): Promise<string | undefined> {
  const [place, real] = await Promise.all([realpath(common), realpath(own)]).catch(() => ['', '']);
  if (place === '' || !isWithin(real, place)) return undefined;
  const said = await readFile(path.join(real, 'gitdir'), 'utf8').catch(() => '');
  const [above = '', inside] = place.split('/.git/modules/');
  const isOfIt = place === path.join(worktree, '.git') || said.trim() === path.join(worktree, '.git');
  return isOfIt || (inside !== undefined && isWithin(worktree, above)) ? place : undefined;
}
