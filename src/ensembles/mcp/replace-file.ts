import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

export interface ReplaceFileOptions {
  /** Whether the text must survive a power failure, which takes a few milliseconds longer. */
  readonly isDurable: boolean;
}

/**
 * Writes a file in one step: a reader, also after a crash, finds the old text or the new one.
 *
 * Invariant: it never writes through a link, neither one at the file's place nor one at the draft's. (The package
 * `write-file-atomic` follows both, and hooks into the end of the process.)
 */
export async function replaceFile(
  file: string,
  text: string,
  { isDurable }: ReplaceFileOptions,
): Promise<void> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${path.basename(file)}.${crypto.randomUUID()}`);
  try {
    const handle = await openNew(draft, folder);
    try {
      await handle.writeFile(text);
      if (isDurable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw cause;
  }
}

async function openNew(file: string, folder: string) {
  try {
    return await open(file, 'wx');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    // Where nothing was yet, it is a folder of Converser's own.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await open(file, 'wx');
  }
}
