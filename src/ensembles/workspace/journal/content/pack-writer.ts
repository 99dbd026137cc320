import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';

/** `size` is in bytes. */
export type IndexLine = readonly [hash: string, at: number, size: number];

export interface PackWriter {
  readonly name: string | undefined;
  readonly waiting: number;
  has(hash: string): boolean;
  add(hash: string, bytes: Uint8Array): void;
  flush(): Promise<WrittenPack | undefined>;
  renew(): void;
}

export interface WrittenPack {
  readonly name: string;
  readonly lines: readonly IndexLine[];
  /** In bytes. */
  readonly bytes: number;
  /** In bytes of its index. */
  readonly indexed: number;
}

export function createPackWriter(folder: string, most: number): PackWriter {
  let name: string | undefined;
  let size = 0;
  let indexed = 0;
  let waiting = new Map<string, Uint8Array>();
  let bytesWaiting = 0;

  async function write(contents: readonly (readonly [string, Uint8Array])[]): Promise<WrittenPack> {
    if (name === undefined || size >= most) {
      name = newName();
      [size, indexed] = [0, 0];
    }
    const pack = path.join(folder, name);
    const lines: IndexLine[] = [];
    let at = size;
    for (const [hash, { length }] of contents) {
      lines.push([hash, at, length]);
      at += length;
    }
    await append(pack, Buffer.concat(contents.map(([, bytes]) => bytes)));
    const index = Buffer.from(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    await append(indexOf(pack), index);
    [size, indexed] = [at, indexed + index.length];
    return { name, lines, bytes: size, indexed };
  }

  return {
    get name() {
      return name;
    },
    get waiting() {
      return bytesWaiting;
    },
    has: hash => waiting.has(hash),
    add(hash, bytes) {
      waiting.set(hash, bytes);
      bytesWaiting += bytes.length;
    },
    async flush() {
      if (waiting.size === 0) return undefined;
      const contents = [...waiting];
      waiting = new Map();
      bytesWaiting = 0;
      try {
        return await write(contents);
      } catch (cause) {
        // Nothing could be found behind half a content.
        name = undefined;
        throw cause;
      }
    },
    renew() {
      name = undefined;
    },
  };
}

function newName(): string {
  return `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}${packEnding}`;
}

async function append(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

export const packEnding = '.pack';

export function indexOf(pack: string): string {
  return `${pack.slice(0, -packEnding.length)}.index`;
}
