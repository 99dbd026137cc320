import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { readRegularFileSync } from '../../../../files/read-regular-file.ts';
import { hashOf } from '../image.ts';
import type { GitFolders } from './git-folders.ts';
import { parseIndex } from './git-index.ts';

/** People would miss this of a repository, and undo never touches it. */
export interface GitState extends GitFolders {
  /** Covers branches, tags, the stash, and what is checked out. */
  readonly references: string;
  readonly indexed: string;
  readonly staged: string;
}

/** `earlier` spares reading what is staged if the index has not been written since. */
export function gitState(folders: GitFolders, earlier?: GitState): GitState {
  const { own, common } = folders;
  const references = [
    contentOf(path.join(own, 'HEAD'), mostInReference),
    contentOf(path.join(common, 'packed-refs'), mostInIndex),
    ...referencesIn(path.join(common, 'refs'), { left: mostReferences }),
  ];
  const indexed = stampOf(path.join(own, 'index'));
  return {
    ...folders,
    references: hashOf(Buffer.from(references.join('\0'))),
    indexed,
    staged: earlier?.indexed === indexed ? earlier.staged : stagedIn(own),
  };
}

export function gitChanges(before: readonly GitState[], after: readonly GitState[]): readonly string[] {
  const nowOf = ({ worktree }: GitState) => after.find(each => each.worktree === worktree);
  const has = (differs: (old: GitState, now: GitState | undefined) => boolean) =>
    before.some(old => differs(old, nowOf(old)));
  const changes: string[] = [];
  if (has((old, now) => old.references !== now?.references)) changes.push('Git branches and commits');
  if (has((old, now) => old.staged !== now?.staged)) changes.push('Git’s index');
  if (after.some(({ worktree }) => before.every(old => old.worktree !== worktree)))
    changes.push('a new Git repository');
  return changes;
}

const mostReferences = 5000;
/** In bytes. A command may have made any of these. */
const mostInReference = 64 * 1024;
export const mostInIndex = 64 * 1024 ** 2;

function referencesIn(folder: string, budget: { left: number }): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
      const place = path.join(folder, entry.name);
      if (--budget.left < 0) return [];
      return entry.isDirectory() ? referencesIn(place, budget) : [place, contentOf(place, mostInReference)];
    });
  } catch {
    return [];
  }
}

/** Git also writes an index without a change. */
function stagedIn(own: string): string {
  const file = path.join(own, 'index');
  try {
    const bytes = gitFile(file, mostInIndex);
    const entries = bytes && parseIndex(bytes);
    if (entries === undefined) return stampOf(file);
    return hashOf(
      Buffer.from(entries.map(each => `${each.oid} ${each.mode} ${each.stage} ${each.path}`).join('\n')),
    );
  } catch {
    return '';
  }
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, ctimeMs, ino, size } = statSync(file);
    return [mtimeMs, ctimeMs, ino, size].join(' ');
  } catch {
    return '';
  }
}

/** What is too large, or no file, is told by how it looks. */
function contentOf(file: string, most: number): string {
  return gitFile(file, most)?.toString('latin1') ?? stampOf(file);
}

/** Git's own files may be links, as in https://github.com/git/git/blob/master/contrib/workdir/git-new-workdir. */
function gitFile(file: string, most: number): Buffer | undefined {
  try {
    return readRegularFileSync(realpathSync(file), most);
  } catch {
    return undefined;
  }
}
