import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import { readText } from '../../../files/read-regular-file.ts';
import { type GitFolders, gitFoldersOf } from '../../workspace/journal/git/git-folders.ts';

/** Git needs the working trees that hold these folders, and the repositories that they belong to. */
export async function repositoriesAround(
  roots: readonly string[],
): Promise<Record<'worktrees' | 'gitFolders', readonly string[]>> {
  const found = gitFoldersOf(roots.map(root => ({ root, repositories: ['.git'] })));
  const all = found.map(({ worktree }) => worktree).filter(place => !roots.includes(place));
  const gitFolders = await Promise.all(found.map(commonOf));
  return { worktrees: all, gitFolders: gitFolders.filter(place => place !== undefined) };
}

/** Any folder may claim to belong to a repository elsewhere: that has to say so, too. */
async function commonOf({ worktree, own, common }: GitFolders): Promise<string | undefined> {
  const [place, real] = await Promise.all([realpath(common), realpath(own)]).catch(() => ['', '']);
  const said = await readText(path.join(own, 'gitdir'), { most: 4096 }).catch(() => '');
  const isOfIt =
    said.trim() === path.join(worktree, '.git') || isWithin(worktree, place.split('/.git/')[0] ?? '');
  return place !== '' && isWithin(real, place) && isOfIt ? place : undefined;
}
