import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../descriptors/files/is-inside.ts';
import { realPath } from '../../workspace/real-path.ts';

/** Whether a file is really in a folder, links followed. It need not exist yet. */
export async function isReallyInside(file: string, folder: string): Promise<boolean> {
  // A link that leads nowhere leads out.
  const real = await Promise.all([realPath(folder), realPath(file)]).catch(() => undefined);
  return real !== undefined && isInside(...real);
}

/** Whether a folder is part of a git repository. In a worktree, `.git` is a file. */
export async function isInGit(folder: string): Promise<boolean> {
  const found = await stat(path.join(folder, '.git')).catch(() => undefined);
  if (found !== undefined) return true;
  const parent = path.dirname(folder);
  return parent !== folder && (await isInGit(parent));
}
