import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../descriptors/files/is-inside.ts';
import { realPath } from '../../workspace/real-path.ts';

/** It follows links. The file need not exist yet. */
export async function isReallyInside(file: string, folder: string): Promise<boolean> {
  // A link that leads nowhere leads out.
  const real = await Promise.all([realPath(folder), realPath(file)]).catch(() => undefined);
  return real !== undefined && isInside(...real);
}

/** In a worktree, `.git` is a file. */
export async function isInGit(folder: string): Promise<boolean> {
  const found = await stat(path.join(folder, '.git')).catch(() => undefined);
  if (found !== undefined) return true;
  const parent = path.dirname(folder);
  return parent !== folder && (await isInGit(parent));
}
