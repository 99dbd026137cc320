import { type BigIntStats, closeSync, constants, fstat, open as openDescriptor, statSync } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileErrors } from '../../converser/words/workspace/file-errors.ts';
import type { OpenFolder } from '../../converser/words/workspace/workspace.ts';
import { bytePath, linkTarget } from '../../files/byte-names.ts';
import { openRegular, type RegularFile } from '../../files/read-regular-file.ts';
import { realPath, slashed } from './real-path.ts';

// Another program may put a link in a path's way between two uses, so only what was opened once is used.
// Only Linux lets Node.js do this (/proc/self/fd). Elsewhere a path is checked again once it was opened, so a
// program that swaps things twice at the right moments can still get between.

/** Node lacks this constant. It is the same on all processors that Node.js for Linux runs on. */
const O_PATH = 0o10000000;
/** The Windows build of Node has neither. */
const { O_NOFOLLOW = 0, O_DIRECTORY = 0 } = constants;

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
  readonly handle: { readFile(most?: number): Promise<Buffer>; close(): Promise<void> };
}

/** The file must not be a link. Pipes and devices are refused, without waiting for one to open. */
export async function openFile(absolutePath: string): Promise<HeldFile> {
  const opened = await openRegular(absolutePath);
  try {
    const looked = await lookedAt(absolutePath, opened);
    const handle = {
      readFile: (most = largest) => opened.readAll(most),
      close: async () => opened.close(),
    };
    return { handle, ...looked };
  } catch (cause) {
    opened.close();
    throw cause;
  }
}

/** In bytes. It is what Node's own readers can take. */
const largest = 2 ** 31 - 1;

function lookedAt(absolutePath: string, { stats, descriptor }: RegularFile): Looked | Promise<Looked> {
  return canHold() ? { stats, place: placeOf(descriptor) } : checked(absolutePath, stats);
}

/** The file must not be a link; `admit` throws for too large a size. Each change waits for this. */
export async function readWhole(
  absolutePath: string,
  admit: (size: number) => void,
): Promise<{ readonly bytes: Uint8Array; readonly stats: BigIntStats }> {
  const opened = await openRegular(absolutePath);
  try {
    const { stats } = await lookedAt(absolutePath, opened);
    const size = Number(stats.size);
    admit(size);
    return { bytes: await opened.readAll(size + mostGrowth), stats };
  } finally {
    opened.close();
  }
}

/** In bytes, while it is read. */
const mostGrowth = 16 * 1024 ** 2;

/** A handle of Node's costs more than the work, and closing a descriptor waits for no disk. */
const openOnly = promisify(openDescriptor);
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
