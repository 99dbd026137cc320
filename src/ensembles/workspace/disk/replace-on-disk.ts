import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { access, type FileHandle, lstat, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { bytePath } from '../../../files/byte-names.ts';
import type { DeepFolder } from './deep-folder.ts';

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_CREAT, O_EXCL, O_WRONLY } = constants;

export interface OldFile {
  readonly folder: DeepFolder;
  readonly name: string;
  readonly shown: string;
  readonly stats: BigIntStats;
  readonly bytes: Uint8Array;
  /** Other names keep what they have. By default, a file with several names stays one file. */
  readonly parts?: boolean;
  /** The file gets these permissions, even if it is write-protected. By default, it keeps its own. */
  readonly mode?: number;
}

/** Leaves no beginning of a file behind on a full disk. */
export async function createFile(file: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
  const handle = await open(bytePath(file), O_WRONLY | O_CREAT | O_EXCL, mode);
  try {
    await writeAll(handle, bytes);
  } catch (cause) {
    await rm(bytePath(file), { force: true });
    throw cause;
  } finally {
    await handle.close();
  }
}

/** Readers see the old or the new content, unless the file must be overwritten: a copy is saved first. */
export async function replaceFile(file: OldFile, bytes: Uint8Array): Promise<void> {
  // Otherwise nothing would heed that the file is write-protected.
  if (file.mode === undefined) await access(bytePath(file.folder.at(file.name)), constants.W_OK);
  if ((file.stats.nlink === 1n || file.parts === true) && (await replaceWhole(file, bytes))) return;
  await overwrite(file, bytes);
}

/** Resolves to `false`, with nothing changed, where the system doesn't allow it. */
async function replaceWhole(file: OldFile, bytes: Uint8Array): Promise<boolean> {
  const target = bytePath(file.folder.at(file.name));
  const successor = file.folder.at(temporaryName());
  try {
    const handle = await open(successor, O_WRONLY | O_CREAT | O_EXCL, 0o600);
    try {
      await writeAll(handle, bytes);
      await inherit(handle, file);
      await handle.sync();
    } finally {
      await handle.close();
    }
    checkUnchanged(file, await lstat(target, { bigint: true }));
    await rename(successor, target);
    return true;
  } catch (cause) {
    await rm(successor, { force: true }).catch(() => {});
    if (hasCode(cause, 'EACCES', 'EPERM', 'EBUSY', 'EXDEV', 'ENOTSUP')) return false;
    throw cause;
  }
}

/** Rejects with EPERM where only the system's administrator could keep the owner. */
async function inherit(
  handle: FileHandle,
  { stats: { uid, gid, mode }, mode: other }: OldFile,
): Promise<void> {
  const own = await handle.stat({ bigint: true });
  if (own.uid !== uid || own.gid !== gid) await handle.chown(Number(uid), Number(gid));
  await handle.chmod(other ?? Number(mode & 0o777n));
}

async function overwrite(file: OldFile, bytes: Uint8Array): Promise<void> {
  const handle = await open(bytePath(file.folder.at(file.name)), O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    checkUnchanged(file, await handle.stat({ bigint: true }));
    const copy = await saveCopy(file);
    await overwriteOpen(handle, { file, bytes, copy });
    await copy.remove();
  } finally {
    await handle.close();
  }
}

interface Overwriting {
  readonly file: OldFile;
  readonly bytes: Uint8Array;
  readonly copy: Copy;
}

async function overwriteOpen(handle: FileHandle, { file, bytes, copy }: Overwriting): Promise<void> {
  const { length } = file.bytes;
  try {
    // What needs more of the disk comes first, while the old content is still all there.
    await writeAll(handle, bytes.subarray(length), length);
    await writeAll(handle, bytes.subarray(0, length));
    await handle.truncate(bytes.length);
    await handle.sync();
  } catch (cause) {
    try {
      await writeAll(handle, file.bytes);
      await handle.truncate(length);
      await handle.sync();
    } catch {
      throw fileErrors.fileBroken(file.shown, copy.place, cause);
    }
    await copy.remove();
    throw cause;
  }
}

interface Copy {
  readonly place: string;
  remove(): Promise<void>;
}

async function saveCopy(file: OldFile): Promise<Copy> {
  const name = temporaryName();
  const beside = file.folder.at(name);
  try {
    await createFile(beside, file.bytes, 0o600);
    return { place: path.join(file.folder.place, name), remove: () => rm(beside, { force: true }) };
  } catch (cause) {
    if (!hasCode(cause, 'EACCES', 'EPERM')) throw cause;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const copy = path.join(folder, file.name);
  try {
    await createFile(copy, file.bytes, 0o600);
    return { place: copy, remove };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

function checkUnchanged({ stats, shown }: OldFile, { ino, dev, mtimeNs, size }: BigIntStats): void {
  const isSame = ino === stats.ino && dev === stats.dev && mtimeNs === stats.mtimeNs && size === stats.size;
  if (!isSame) throw fileErrors.fileConflict(shown, 'it has changed in the meantime.', 'Read it again.');
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, start = 0): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await handle.write(bytes, at, bytes.length - at, start + at)).bytesWritten;
  }
}

/** The file's own name may be as long as names can be, so this one is short. */
export function temporaryName(): string {
  return `.converser-${randomUUID().slice(0, 13)}.tmp`;
}

/** A killed program leaves such a file. */
export function isTemporaryName(name: string): boolean {
  return /^\.converser-[0-9a-f]{8}-[0-9a-f]{4}\.tmp$/.test(name);
}
