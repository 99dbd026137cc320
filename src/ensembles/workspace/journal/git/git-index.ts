// See https://git-scm.com/docs/gitformat-index. `git status` would look at all files again, and could write.

export interface IndexEntry {
  /** Relative to the working tree. */
  readonly path: string;
  /** In hexadecimal. */
  readonly oid: string;
  /** Seconds since 1970, and nanoseconds. */
  readonly ctime: number;
  readonly mtime: number;
  readonly mtimeNs: number;
  /** The last 32 bits of each. */
  readonly ino: number;
  readonly size: number;
  readonly mode: number;
  /** Only conflicts have another stage than 0. */
  readonly stage: number;
}

/** Returns `undefined` for what isn't an index, or holds only a part. */
export function parseIndex(bytes: Buffer): readonly IndexEntry[] | undefined {
  try {
    return entriesOf(bytes);
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

function entriesOf(bytes: Buffer): readonly IndexEntry[] | undefined {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  const count = bytes.readUInt32BE(8);
  if (count > bytes.length / fixedLength) return undefined;
  const entries: IndexEntry[] = [];
  let at = headerLength;
  let last = '';
  for (let index = 0; index < count; index++) {
    const flags = bytes.readUInt16BE(at + 60);
    const isExtended = version > 2 && (flags & 0x4000) !== 0;
    const start = at + fixedLength + (isExtended ? 2 : 0);
    const name = version === 4 ? shortenedName(bytes, start, last) : wholeName(bytes, start);
    last = name.path;
    entries.push(entryAt(bytes, at, { path: name.path, stage: (flags >> 12) & 3 }));
    // Entries are padded with one to eight bytes, to a multiple of eight.
    at = version === 4 ? name.end + 1 : at + Math.floor((name.end - at + 8) / 8) * 8;
  }
  return isSplit(bytes, at) ? undefined : entries;
}

const headerLength = 12;
const fixedLength = 62;
/** In bytes, of an object's name and of the checksum at the end. */
const hashLength = 20;

function entryAt(bytes: Buffer, at: number, { path, stage }: Pick<IndexEntry, 'path' | 'stage'>): IndexEntry {
  return {
    path,
    stage,
    ctime: bytes.readUInt32BE(at),
    mtime: bytes.readUInt32BE(at + 8),
    mtimeNs: bytes.readUInt32BE(at + 12),
    ino: bytes.readUInt32BE(at + 20),
    mode: bytes.readUInt32BE(at + 24),
    size: bytes.readUInt32BE(at + 36),
    oid: bytes.toString('hex', at + 40, at + 40 + hashLength),
  };
}

interface Name {
  readonly path: string;
  readonly end: number;
}

function wholeName(bytes: Buffer, start: number): Name {
  const end = bytes.indexOf(0, start);
  if (end < 0) throw new RangeError('The name does not end.');
  return { path: bytes.toString('utf8', start, end), end };
}

/** Version 4 says how many bytes to remove from the end of the last name. */
function shortenedName(bytes: Buffer, start: number, last: string): Name {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let removed = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++);
    removed = (removed + 1) * 0x80 + (byte & 0x7f);
  }
  const { path, end } = wholeName(bytes, at);
  const before = Buffer.from(last);
  return { path: before.subarray(0, Math.max(0, before.length - removed)).toString() + path, end };
}

/** The extension `link` says that most entries are in another file. */
function isSplit(bytes: Buffer, start: number): boolean {
  for (let at = start; at + 8 <= bytes.length - hashLength; at += 8 + bytes.readUInt32BE(at + 4))
    if (bytes.toString('latin1', at, at + 4) === 'link') return true;
  return false;
}
