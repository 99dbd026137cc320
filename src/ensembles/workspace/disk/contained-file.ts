import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { ConverserError, reasonOf } from '../../../converser/errors.ts';
import { numberText } from '../../../converser/wording/numbers.ts';
import { largestText } from '../../../converser/workspace/detect-encoding.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import type { RealLocation } from '../../../converser/workspace/resolve-links.ts';
import { hasCode, orAbsent, realPath, slashed } from '../real-path.ts';

/** The Windows build of Node has neither of these. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** All bytes of a file at its real path; `undefined` when there is none. */
export async function readContained(real: RealLocation, shown: string): Promise<Uint8Array | undefined> {
  const handle = await openContained(real, constants.O_RDONLY).catch(orAbsent);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    if (size > largestText) {
      throw fileErrors.fileUnreadable(
        shown,
        `it has ${numberText(size)} bytes.`,
        'Use search_text to find what you need in it.',
      );
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Replaces what is in an existing file, which stays the same file for links and for other programs. */
export async function replaceContained(real: RealLocation, bytes: Uint8Array): Promise<void> {
  await writeContained(real, bytes, constants.O_WRONLY);
}

/** Makes a new file, and the folders above it. */
export async function createContained(real: RealLocation, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(real.path), { recursive: true });
  await writeContained(real, bytes, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
}

async function writeContained(real: RealLocation, bytes: Uint8Array, flags: number): Promise<void> {
  const handle = await openContained(real, flags);
  try {
    for (let at = 0; at < bytes.length; ) {
      at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten;
    }
    await handle.truncate(bytes.length);
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file by its real path, and checks again once it is open: since the path was resolved, another program may
 * have put a link in the way. Pipes and devices are refused; opening one must not wait.
 */
async function openContained({ path: file }: RealLocation, flags: number): Promise<FileHandle> {
  const handle = await open(file, flags | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile())
      throw new Error(opened.isDirectory() ? 'it is a folder' : "it isn't an ordinary file");
    const now = await lstat(file, { bigint: true });
    const isSame = now.ino === opened.ino && now.dev === opened.dev;
    if (!isSame || (await realPath(file)) !== slashed(file)) {
      throw fileErrors.pathRefused(path.basename(file), 'it was moved while it was opened.', 'Try again.');
    }
    return handle;
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

/** What the file system complained about, with the path as the model knows it. */
export function diskFault(shown: string, cause: unknown): ConverserError {
  if (cause instanceof ConverserError) return cause;
  if (hasCode(cause, 'ENOENT')) return fileErrors.fileNotFound(shown);
  if (hasCode(cause, 'EEXIST'))
    return fileErrors.fileConflict(shown, 'something with that name already exists.');
  if (hasCode(cause, 'ENOTDIR'))
    return fileErrors.fileConflict(shown, 'a part of the path is a file, not a folder.');
  if (hasCode(cause, 'EISDIR')) return fileErrors.fileConflict(shown, 'it is a folder.');
  if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS')) {
    return fileErrors.fileConflict(
      shown,
      "the system doesn't allow it.",
      'Ask the user to do it, or to allow it.',
    );
  }
  if (hasCode(cause, 'ELOOP'))
    return fileErrors.pathRefused(shown, 'it was replaced by a link.', 'Try again.');
  return fileErrors.fileConflict(shown, reasonOf(cause));
}
