import { isUtf8 } from 'node:buffer';
import { readdirSync, readlinkSync } from 'node:fs';

// A name is bytes, and not all of them are UTF-8. In strings, each other byte stands as a lone surrogate, as in
// https://peps.python.org/pep-0383/: so no two names become one, and JSON keeps them.

/** Says what the system calls a path. Each place has one spelling, so that rules about names hold. */
export function bytePath(path: string): string | Buffer {
  if (path.isWellFormed()) return path;
  const bytes = Buffer.concat(
    Array.from(path, letter => (escaped.test(letter) ? byteOf(letter) : Buffer.from(letter))),
  );
  return nameOfBytes(bytes) === path ? bytes : path;
}

const escaped = /^[\uDC80-\uDCFF]$/;

function byteOf(letter: string): Buffer {
  return Buffer.of(letter.charCodeAt(0) - 0xdc00);
}

export function nameOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find(
      each => at + each <= bytes.length && isUtf8(bytes.subarray(at, at + each)),
    );
    name +=
      length === undefined
        ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
        : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return name;
}

export function namesIn(folder: string): string[] {
  const names = readdirSync(bytePath(folder));
  return names.some(isDoubtful) ? readdirSync(bytePath(folder), 'buffer').map(nameOfBytes) : names;
}

export function linkTarget(link: string): string {
  const target = readlinkSync(bytePath(link));
  return isDoubtful(target) ? nameOfBytes(readlinkSync(bytePath(link), 'buffer')) : target;
}

/** Node.js puts this letter for what it can't read; a name may also have it of its own. */
function isDoubtful(name: string): boolean {
  return name.includes('\uFFFD');
}
