import { open } from 'node:fs/promises';
import { orAbsent } from '../real-path.ts';

export interface BytesPlace {
  readonly at: number;
  readonly size: number;
}

export async function readBytes(file: string, { at, size }: BytesPlace): Promise<Uint8Array | undefined> {
  const handle = await open(file, 'r').catch(orAbsent);
  if (handle === undefined) return undefined;
  try {
    const bytes = Buffer.allocUnsafe(size);
    for (let read = 0; read < size; ) {
      const { bytesRead } = await handle.read(bytes, read, size - read, at + read);
      if (bytesRead === 0) return undefined;
      read += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}
