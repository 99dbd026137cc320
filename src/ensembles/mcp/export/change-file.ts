import { mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { readBytes } from '../../../files/read-regular-file.ts';
import { replaceFile } from '../../../files/replace-file.ts';

export type FileText = { readonly text: string | undefined } | { readonly problem: string };

/** In bytes. Claude Code keeps its history in its file. */
const largest = 32 * 1024 * 1024;

export async function readFileText(file: string): Promise<FileText> {
  try {
    const bytes = await readBytes(file, { most: largest, followsLinks: true });
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text };
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return { text: undefined };
    const code =
      cause instanceof Error && 'syscall' in cause && 'code' in cause ? String(cause.code) : reasonOf(cause);
    const reason = cause instanceof TypeError ? 'It is not UTF-8' : code;
    return { problem: `${file} can’t be read: ${reason}. Change it yourself.` };
  }
}

/** Contract: writes nothing, and resolves to `false`, unless the file (or a link's target) still has `before`. */
export async function replaceIfSame(
  file: string,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): Promise<boolean> {
  const target = await realpath(file).catch(() => file);
  await mkdir(path.dirname(target), { recursive: true });
  const found = await stat(target).catch(() => undefined);
  return replaceFile(target, after, {
    // A new file has a key in it.
    mode: found === undefined ? 0o600 : found.mode & 0o777,
    isDurable: true,
    async mayReplace() {
      const now = await readFileText(file);
      return 'text' in now && now.text === before;
    },
  });
}
