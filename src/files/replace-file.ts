import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

export interface ReplaceFileOptions {
  readonly mode?: number;
  readonly isDurable?: boolean;
  /** Asked right before: if it says no, the file stays as it is. */
  readonly mayReplace?: () => Promise<boolean>;
}

/**
 * Writes a file in one step: a reader, also after a crash, finds the old text or the new one.
 * Invariant: it never writes through a link, neither at the file's place nor at the draft's. (The package
 * `write-file-atomic` follows both, and hooks into the end of the process.)
 * @returns whether it was written
 */
export async function replaceFile(
  file: string,
  text: string | Uint8Array,
  { mode, isDurable = false, mayReplace }: ReplaceFileOptions = {},
): Promise<boolean> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${path.basename(file)}.${crypto.randomUUID()}`);
  // A missing folder is one of Converser's own.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeNew(draft, text, { mode, isDurable });
    if (mayReplace !== undefined && !(await mayReplace())) return false;
    await rename(draft, file);
    return true;
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}

async function writeNew(
  file: string,
  text: string | Uint8Array,
  { mode, isDurable }: { readonly mode: number | undefined; readonly isDurable: boolean },
): Promise<void> {
  await using handle = await open(file, 'wx', mode);
  await handle.writeFile(text);
  // The system takes rights away from those that a new file asks for.
  if (mode !== undefined) await handle.chmod(mode);
  if (isDurable) await handle.sync();
}
