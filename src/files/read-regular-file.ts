import {
  type BigIntStats,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  open,
  openSync,
  type PathLike,
  read,
  readSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { bytePath } from './byte-names.ts';

/** The Windows build of Node has none of the last three. */
const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

/** Appends without waiting for a pipe's reader. */
export const appending = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

export interface ReadOptions {
  /** Only where people put links themselves. */
  readonly followsLinks?: boolean;
  /** In bytes; 64 MB by default. */
  readonly most?: number;
}

type Links = Pick<ReadOptions, 'followsLinks'>;

export interface RegularFile {
  readonly stats: BigIntStats;
  readonly descriptor: number;
  /** Rejects beyond so many bytes, also if the file grows meanwhile. */
  readAll(most: number): Promise<Buffer>;
  /** Resolves to fewer bytes only where the file ends. */
  readAt(at: number, size: number): Promise<Buffer>;
  pieces(most: number): AsyncIterable<Buffer>;
  /** Closing twice does nothing: another file could have got the same number. */
  close(): void;
}

/**
 * Opens a file that somebody else may have made. Rejects with what it is, to follow its name, if it is no regular
 * file. Invariant: all of Converser opens files here, so that opening waits for nobody and reading has an end.
 */
export async function openRegular(file: PathLike, options: Links = {}): Promise<RegularFile> {
  const descriptor = await openOnly(asBytes(file), flagsFor(file, options)).catch(asWhatItIs(options));
  const stats = checked(descriptor);
  let isClosed = false;
  return {
    stats,
    descriptor,
    readAll: most => readAll(descriptor, Number(stats.size), most),
    readAt: (at, size) => readAt(descriptor, at, size),
    pieces: most => createReadStream('', { fd: descriptor, start: 0, end: most - 1, autoClose: false }),
    close() {
      if (!isClosed) closeSync(descriptor);
      isClosed = true;
    },
  };
}

const usual = 64 * 1024 ** 2;

/** Rejects with what it is, to follow its name, if it is no regular file or has more bytes. */
export async function readBytes(
  file: PathLike,
  { most = usual, ...options }: ReadOptions = {},
): Promise<Buffer> {
  const opened = await openRegular(file, options);
  try {
    return await opened.readAll(most);
  } finally {
    opened.close();
  }
}

export async function readText(file: PathLike, options?: ReadOptions): Promise<string> {
  return (await readBytes(file, options)).toString('utf8');
}

/** Reads the first bytes, of a file of any size. */
export async function readHead(file: PathLike, length: number): Promise<Buffer> {
  const opened = await openRegular(file, { followsLinks: true });
  try {
    return await opened.readAt(0, length);
  } finally {
    opened.close();
  }
}

/** Resolves to `undefined` for what is no regular file, such as a link, and for what has more than `most` bytes. */
export async function readRegularFile(file: PathLike, most: number): Promise<Buffer | undefined> {
  return readBytes(file, { most }).catch(() => undefined);
}

/** Does the same, for small files: each wait would cost more than the reading. */
export function readRegularFileSync(file: PathLike, most: number, options: Links = {}): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(asBytes(file), flagsFor(file, options));
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > most) return undefined;
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    let size = 0;
    for (let count = -1; count !== 0 && size < bytes.length; size += count)
      count = readSync(descriptor, bytes, size, bytes.length - size, size);
    return bytes.subarray(0, size);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Names in strings may stand for bytes that aren’t UTF-8. */
function asBytes(file: PathLike): PathLike {
  return typeof file === 'string' ? bytePath(file) : file;
}

function flagsFor(file: PathLike, { followsLinks = false }: Links): number {
  if (followsLinks) return O_RDONLY | O_NONBLOCK | O_NOCTTY;
  if (O_NOFOLLOW === 0 && lstatSync(asBytes(file)).isSymbolicLink())
    throw refusal(`${notOrdinary}, but a link`, 'ELOOP');
  return O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
}

/** Sockets can't be opened, and links only where they are followed. */
function asWhatItIs({ followsLinks = false }: Links): (cause: NodeJS.ErrnoException) => never {
  return cause => {
    if (cause.code === 'ELOOP' && !followsLinks) throw refusal(`${notOrdinary}, but a link`, cause.code);
    throw /^(ENXIO|EOPNOTSUPP)$/.test(cause.code ?? '') ? refusal(notOrdinary) : cause;
  };
}

function checked(descriptor: number): BigIntStats {
  // The kernel answers at once, so waiting would take longer.
  const stats = fstatSync(descriptor, { bigint: true });
  if (stats.isFile()) return stats;
  closeSync(descriptor);
  throw stats.isDirectory() ? refusal('it is a folder', 'EISDIR') : refusal(notOrdinary);
}

async function readAll(descriptor: number, size: number, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    if (Math.max(at, size) > most)
      throw refusal(`it has more than ${most.toLocaleString('en')} bytes`, 'EFBIG');
    const piece = Buffer.allocUnsafe(at === 0 ? size + 1 : 65_536);
    const { bytesRead } = await readFrom(descriptor, piece, 0, piece.length, at);
    const found = piece.subarray(0, bytesRead);
    if (at === 0 && bytesRead === size) return found;
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(found);
    at += bytesRead;
  }
}

async function readAt(descriptor: number, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  for (let read = 0; read < size; ) {
    const { bytesRead } = await readFrom(descriptor, bytes, read, size - read, at + read);
    if (bytesRead === 0) return bytes.subarray(0, read);
    read += bytesRead;
  }
  return bytes;
}

const notOrdinary = 'it isn’t an ordinary file';

function refusal(reason: string, code?: string): Error {
  const error = new Error(reason);
  return code === undefined ? error : Object.assign(error, { code });
}

/** A handle of Node's costs more than the work. */
const openOnly = promisify(open);
const readFrom = promisify(read);
