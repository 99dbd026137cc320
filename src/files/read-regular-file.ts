import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

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
