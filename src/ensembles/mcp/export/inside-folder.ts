import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Whether a file is really in a folder, links followed. It need not exist yet. */
export async function isReallyInside(file: string, folder: string): Promise<boolean> {
  const [real, root] = await Promise.all([realOf(file), realOf(folder)]);
  const relative = path.relative(root, real);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

/** The real path of the deepest part that exists, with the rest behind it. */
async function realOf(place: string): Promise<string> {
  try {
    return await realpath(place);
  } catch {
    const parent = path.dirname(place);
    return parent === place ? place : path.join(await realOf(parent), path.basename(place));
  }
}

/** Whether a folder is part of a git repository. In a worktree, `.git` is a file. */
export async function isInGit(folder: string): Promise<boolean> {
  const found = await stat(path.join(folder, '.git')).catch(() => undefined);
  if (found !== undefined) return true;
  const parent = path.dirname(folder);
  return parent !== folder && (await isInGit(parent));
}
