import type { Stats } from 'node:fs';
import { chmod, copyFile, lstat, lutimes, mkdir, rename, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../../converser/ground/causes.ts';
import { bytePath, linkTarget, namesIn } from '../../../../files/byte-names.ts';
import { removeAll } from '../../../../files/remove-all.ts';

export interface Move {
  /** Absolute. */
  readonly place: string;
  /** What is there, and is replaced. */
  readonly before?: Stats | undefined;
  readonly content: string;
  /** A name for what isn’t whole yet. */
  readonly draft: string;
}

/** What is there goes once all that replaces it is there. Rejects if another kind of thing is there. */
export async function moveIntoPlace({ place, before, content, draft: name }: Move): Promise<void> {
  const now = await lstat(bytePath(content));
  const isOther = before !== undefined && (now.isDirectory() || before.isDirectory());
  if (!isOther && (await isMoved(content, place, now))) return;
  const draft = path.join(path.dirname(place), name);
  try {
    if (!(await isMoved(content, draft, now))) await copyAll(content, draft, now);
    if (isOther) await removeAll(place);
    await renameWritable(draft, place, now);
  } catch (failed) {
    await removeAll(draft);
    throw failed;
  }
}

/** Resolves to whether it could be, as it lies on the same disk. */
async function isMoved(from: string, to: string, now: Stats): Promise<boolean> {
  try {
    await renameWritable(from, to, now);
    return true;
  } catch (cause) {
    if (!hasCode(cause, 'EXDEV')) throw cause;
    return false;
  }
}

/** What is in it can be moved then. */
export async function openFolder(content: string): Promise<void> {
  const { mode } = await lstat(bytePath(content));
  if ((mode & 0o700) !== 0o700) await chmod(bytePath(content), mode | 0o700);
}

/** A folder moves only if it can be written to, as its link to the one above changes. */
async function renameWritable(from: string, to: string, now: Stats): Promise<void> {
  const isClosed = now.isDirectory() && (now.mode & 0o200) === 0;
  if (isClosed) await chmod(bytePath(from), now.mode | 0o200);
  await rename(bytePath(from), bytePath(to));
  if (isClosed) await chmod(bytePath(to), now.mode & 0o7777);
}

async function copyAll(from: string, to: string, now: Stats): Promise<void> {
  if (now.isSymbolicLink()) {
    await symlink(bytePath(linkTarget(from)), bytePath(to));
    return lutimes(bytePath(to), now.atime, now.mtime);
  }
  if (now.isDirectory()) {
    await mkdir(bytePath(to));
    for (const name of namesIn(from)) {
      const inner = path.join(from, name);
      await copyAll(inner, path.join(to, name), await lstat(bytePath(inner)));
    }
  } else {
    await chmod(bytePath(from), now.mode | 0o400);
    await copyFile(bytePath(from), bytePath(to));
  }
  await chmod(bytePath(to), now.mode & 0o7777);
  await utimes(bytePath(to), now.atime, now.mtime);
}
