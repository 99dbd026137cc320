import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { bytePath } from './byte-names.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Reads a file that somebody else may have made. Resolves to `undefined` for what is no regular file, such as a link,
 * a pipe or a device, and for what has more than `most` bytes.
 */
export async function readRegularFile(file: string, most: number): Promise<Buffer | undefined> {
  // Opening a pipe would wait for its writer.
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > most) return undefined;
    const bytes = Buffer.alloc(Math.min(stats.size, most));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Does the same, for small files in great number: each wait would cost more than the reading. */
export function readRegularFileSync(file: string, most: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(bytePath(file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > most) return undefined;
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    let read = 0;
    while (read < bytes.length) {
      const count = readSync(descriptor, bytes, read, bytes.length - read, read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
