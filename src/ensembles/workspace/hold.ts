import {
  type BigIntStats,
  closeSync,
  constants,
  fstat,
  fstatSync,
  open as openDescriptor,
  read,
  statSync,
} from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileErrors } from '../../converser/words/workspace/file-errors.ts';
import type { OpenFolder } from '../../converser/words/workspace/workspace.ts';
import { bytePath, linkTarget } from '../../files/byte-names.ts';
import { realPath, slashed } from './real-path.ts';

// Another program may put a link in a path's way between two uses, so only what was opened once is used.
// Only Linux lets Node.js do this (/proc/self/fd). Elsewhere a path is checked again once it was opened, so a
// program that swaps things twice at the right moments can still get between.

/** Node lacks this constant. It is the same on all processors that Node.js for Linux runs on. */
const O_PATH = 0o10000000;
/** The Windows build of Node has none of these. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants;

/** With `name`, holds a folder in a held one, which then must not be a link. */
export async function holdFolder(absolutePath: string, name?: string): Promise<OpenFolder> {
  const full = name === undefined ? absolutePath : path.join(absolutePath, name);
  if (!canHold()) {
    const { stats, place } = await checked(full, await stat(full, { bigint: true }));
    if (!stats.isDirectory()) throw Object.assign(new Error('it is not a folder'), { code: 'ENOTDIR' });
    return { path: place, place: slashed(place), release: async () => {} };
  }
  const descriptor = await openOnly(
    bytePath(full),
    O_PATH | O_DIRECTORY | (name === undefined ? 0 : O_NOFOLLOW),
  );
  try {
    const place = placeOf(descriptor);
    return { path: throughOf(descriptor), place, release: closingOnce(descriptor) };
  } catch (cause) {
    closeSync(descriptor);
    throw cause;
  }
}

/** Closing twice could close another file that got the same number. */
function closingOnce(descriptor: number): () => Promise<void> {
  let isClosed = false;
  return async () => {
    if (!isClosed) closeSync(descriptor);
    isClosed = true;
  };
}

export async function inFolder<T>(folder: OpenFolder, work: (folder: OpenFolder) => Promise<T>): Promise<T> {
  try {
    return await work(folder);
  } finally {
    await folder.release();
  }
}

export interface Looked {
  readonly stats: BigIntStats;
  /** Absolute, with links followed. */
  readonly place: string;
}

/** Opens nothing for reading, so neither pipes nor permissions matter. */
export async function lookAt(absolutePath: string): Promise<Looked> {
  if (!canHold()) return checked(absolutePath, await stat(absolutePath, { bigint: true }));
  const descriptor = await openOnly(bytePath(absolutePath), O_PATH);
  try {
    return { stats: await statsOf(descriptor, { bigint: true }), place: placeOf(descriptor) };
  } finally {
    closeSync(descriptor);
  }
}

export interface HeldFile extends Looked {
  readonly handle: FileHandle;
}

/** The file must not be a link. Pipes and devices are refused, without waiting for one to open. */
export async function openFile(absolutePath: string): Promise<HeldFile> {
  const handle = await open(bytePath(absolutePath), constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw notAFile(stats);
    const looked = canHold() ? { stats, place: placeOf(handle.fd) } : await checked(absolutePath, stats);
    return { handle, ...looked };
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

/** The file must not be a link; `admit` throws for too large a size. Each change waits for this. */
export async function readWhole(
  absolutePath: string,
  admit: (size: number) => void,
): Promise<{ readonly bytes: Uint8Array; readonly stats: BigIntStats }> {
  const descriptor = await openOnly(bytePath(absolutePath), constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile()) throw notAFile(stats);
    if (!canHold()) await checked(absolutePath, stats);
    const size = Number(stats.size);
    admit(size);
    return { bytes: await readAll(descriptor, size), stats };
  } finally {
    closeSync(descriptor);
  }
}

async function readAll(descriptor: number, size: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; ; ) {
    const piece = Buffer.allocUnsafe(at === 0 ? size + 1 : 65_536);
    const { bytesRead } = await readFrom(descriptor, piece, 0, piece.length, at);
    const found = piece.subarray(0, bytesRead);
    if (at === 0 && bytesRead === size) return found;
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(found);
    at += bytesRead;
  }
}

function notAFile(stats: BigIntStats): Error {
  return new Error(stats.isDirectory() ? 'it is a folder' : 'it isn’t an ordinary file');
}

/** A handle of Node's costs more than the work, and closing a descriptor waits for no disk. */
const openOnly = promisify(openDescriptor);
const readFrom = promisify(read);
const statsOf = promisify(fstat);

/** The kernel answers at once, so waiting would take longer. */
function placeOf(descriptor: number): string {
  return linkTarget(throughOf(descriptor));
}

function throughOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/** Makes sure, as far as possible, that the path leads to what was seen. */
async function checked(absolutePath: string, stats: BigIntStats): Promise<Looked> {
  const place = await realPath(absolutePath);
  const now = await lstat(place, { bigint: true });
  const isSame = now.ino === stats.ino && now.dev === stats.dev;
  if (isSame && (await realPath(absolutePath)) === place) return { stats, place };
  throw fileErrors.pathRefused(
    path.basename(absolutePath),
    'it was moved while it was opened.',
    'Try again.',
  );
}

let known: boolean | undefined;

/** A container may lack /proc. */
function canHold(): boolean {
  known ??=
    process.platform === 'linux' &&
    statSync('/proc/self/fd', { throwIfNoEntry: false })?.isDirectory() === true;
  return known;
}
