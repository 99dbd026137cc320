import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** What a file has, or why it is left alone. */
export type FileText = { readonly text: string | undefined } | { readonly problem: string };

/** Bytes. Claude Code keeps its history in its file. */
const largest = 32 * 1024 * 1024;

/** `text` is absent if there is no such file. */
export async function readFileText(file: string): Promise<FileText> {
  try {
    const { size, isFile } = await stat(file).then(found => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) return { problem: `${file} is not a file. Move it away, then try again.` };
    if (size > largest) return { problem: `${file} is larger than 32 MB. Change it yourself.` };
    const handle = await open(file, constants.O_RDONLY);
    try {
      const bytes = await handle.readFile();
      return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return { text: undefined };
    const reason = cause instanceof TypeError ? 'It is not UTF-8' : codeOf(cause) || 'unknown reason';
    return { problem: `${file} can’t be read: ${reason}. Change it yourself.` };
  }
}

/**
 * Puts a text in a file's place in one step, with the same rights. A link stays one: its target is replaced.
 *
 * Contract: `before` is what the file had when you looked at it. Otherwise nothing is written.
 *
 * @returns whether it was written
 */
export async function replaceIfSame(
  file: string,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): Promise<boolean> {
  const target = await realpath(file).catch(() => file);
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true });
  const rights = await stat(target).then(
    ({ mode }) => mode & 0o777,
    () => onlyYours,
  );
  const draft = path.join(folder, `.${path.basename(target)}.${crypto.randomUUID()}`);
  try {
    await using handle = await open(draft, 'wx', onlyYours);
    await write(handle, after, rights);
    const now = await readFileText(file);
    if (!('text' in now) || now.text !== before) return false;
    await rename(draft, target);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A new file has a key in it. */
const onlyYours = 0o600;

async function write(handle: FileHandle, text: string, rights: number): Promise<void> {
  await handle.writeFile(text);
  if (rights !== onlyYours) await handle.chmod(rights);
  await handle.sync();
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
