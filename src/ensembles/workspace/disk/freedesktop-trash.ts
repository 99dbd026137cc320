import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import { orAbsent } from '../real-path.ts';

/** Never deletes. `false` means no trash. https://specifications.freedesktop.org/trash-spec/latest/ (1.0) */
export async function moveToFreedesktopTrash(
  { absolutePath, held = absolutePath }: Trashable,
  dataHome = process.env.XDG_DATA_HOME || path.join(homedir(), '.local', 'share'),
): Promise<boolean> {
  if (process.platform === 'win32' || process.platform === 'darwin') return false;
  const { dev } = await lstat(held);
  const home = path.join(dataHome, 'Trash');
  await mkdir(home, { recursive: true, mode: 0o700 });
  if ((await lstat(home)).dev === dev) return moveInto(home, { held, recorded: absolutePath });
  const top = await topOf(absolutePath, dev);
  const trash = path.join(top, `.Trash-${process.getuid?.() ?? 0}`);
  return moveInto(trash, { held, recorded: path.relative(top, absolutePath) });
}

export interface Trashable {
  readonly absolutePath: string;
  readonly held?: string;
}

export type Trash = (thing: Trashable) => Promise<boolean>;

interface Trashed {
  readonly held: string;
  /** Relative to the top of the file system if the trash is there. */
  readonly recorded: string;
}

async function moveInto(trash: string, { held, recorded }: Trashed): Promise<boolean> {
  try {
    await mkdir(path.join(trash, 'files'), { recursive: true, mode: 0o700 });
    await mkdir(path.join(trash, 'info'), { recursive: true, mode: 0o700 });
    // A link could lead what is trashed anywhere.
    if ((await lstat(trash)).isSymbolicLink()) return false;
    const { name, info } = await claim(trash, recorded);
    try {
      await rename(held, path.join(trash, 'files', name));
      return true;
    } catch (cause) {
      await rm(info, { force: true });
      throw cause;
    }
  } catch (cause) {
    if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS', 'EXDEV')) return false;
    throw cause;
  }
}

async function claim(trash: string, recorded: string) {
  const { name: base, ext } = path.parse(recorded);
  const date = new Date();
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  const address = recorded.split('/').map(encodeURIComponent).join('/');
  const note = `[Trash Info]\nPath=${address}\nDeletionDate=${local}\n`;
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${base}${ext}` : `${base}.${number}${ext}`;
    const info = path.join(trash, 'info', `${name}.trashinfo`);
    if ((await lstat(path.join(trash, 'files', name)).catch(orAbsent)) !== undefined) continue;
    try {
      await writeFile(info, note, { flag: 'wx', mode: 0o600 });
      return { name, info };
    } catch (cause) {
      if (!hasCode(cause, 'EEXIST')) throw cause;
    }
  }
}

async function topOf(absolutePath: string, dev: number): Promise<string> {
  let top = path.dirname(absolutePath);
  while ((await lstat(path.dirname(top))).dev === dev && path.dirname(top) !== top) top = path.dirname(top);
  return top;
}
