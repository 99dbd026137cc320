import type { Stats } from 'node:fs';
import { chmod, copyFile, lstat, lutimes, mkdir, rename, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { bytePath, linkTarget, namesIn } from '../../../../files/byte-names.ts';
import { removeAll } from '../../../../files/remove-all.ts';

export interface Move {
  /** Absolute. */
  readonly place: string;
  /** What is there, and is replaced. */
  readonly before?: Stats | undefined;
  readonly content: string;
  /** What is not moved of it. */
  readonly without?: ReadonlySet<string>;
}

/** A file or link is replaced in one step; a folder appears in one, if it moves as a whole. Rejects if another kind of thing is there. */
export async function moveIntoPlace({ place, before, content, without }: Move): Promise<void> {
  const now = await lstat(bytePath(content));
  if (before !== undefined && (now.isDirectory() || before.isDirectory())) await removeAll(place);
  if (without !== undefined && without.size > 0) return movePart({ place, content, without }, now);
  try {
    await renameWritable(content, place, now);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EXDEV') throw cause;
    const draft = path.join(path.dirname(place), `.${path.basename(place)}.${crypto.randomUUID()}`);
    try {
      await copyAll(content, draft, now);
      await renameWritable(draft, place, now);
    } catch (failed) {
      await removeAll(draft);
      throw failed;
    }
  }
}

async function movePart(
  { place, content, without }: Required<Omit<Move, 'before'>>,
  now: Stats,
): Promise<void> {
  await mkdir(bytePath(place));
  for (const name of namesIn(content)) {
    const inner = { place: path.join(place, name), content: path.join(content, name) };
    if (without.has(inner.content)) continue;
    const inside = [...without].filter(each => each.startsWith(`${inner.content}/`));
    await moveIntoPlace({ ...inner, without: new Set(inside) });
  }
  await chmod(bytePath(place), now.mode & 0o7777);
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
    await copyFile(bytePath(from), bytePath(to));
  }
  await chmod(bytePath(to), now.mode & 0o7777);
  await utimes(bytePath(to), now.atime, now.mtime);
}
