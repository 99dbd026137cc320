import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { hashOf } from '../image.ts';
import { createKnownPacks } from './known-packs.ts';
import { createPackWriter, indexOf } from './pack-writer.ts';

// Packs, each with an index, take thousands of contents in one go. One process writes a pack, all read it.

export interface ContentStore {
  /** Learns what other processes have added and forgotten. */
  open(): Promise<void>;
  has(hash: string): boolean;
  /** What is added is durable only after `flush`. */
  add(hash: string, bytes: Uint8Array): Promise<void>;
  flush(): Promise<void>;
  /** Forgets what there is no room for, and `needed` last of all. */
  trim(needed: () => ReadonlySet<string>): Promise<void>;
  /** Resolves to `undefined` if it is gone or damaged. */
  read(hash: string): Promise<Uint8Array | undefined>;
}

export interface ContentLimits {
  /** In bytes, after which the next pack is begun. */
  readonly pack: number;
  /** In bytes. */
  readonly total: number;
}

export function createContentStore(folder: string, limits: ContentLimits): ContentStore {
  const packs = createKnownPacks(folder);
  const writer = createPackWriter(folder, limits.pack);
  const has = (hash: string) => packs.has(hash) || writer.has(hash);

  async function flush(): Promise<void> {
    const written = await writer.flush();
    if (written !== undefined) packs.learn(written);
  }

  async function remove(name: string): Promise<void> {
    if (name === writer.name) writer.renew();
    packs.forget(name);
    await rm(path.join(folder, name), { force: true });
    await rm(indexOf(path.join(folder, name)), { force: true });
  }

  return {
    async open() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await packs.look();
      if (writer.name !== undefined && !packs.names().includes(writer.name)) writer.renew();
    },
    has,
    async add(hash, bytes) {
      if (has(hash)) return;
      writer.add(hash, bytes);
      if (writer.waiting > largestWait) await flush();
    },
    flush,
    async trim(needed) {
      if (packs.total() <= limits.total) return;
      const all = needed();
      const isNeeded = (name: string) => packs.hashesIn(name).some(hash => all.has(hash));
      const unneeded = packs.names().filter(name => !isNeeded(name));
      const rest = packs.names().filter(name => !unneeded.includes(name));
      for (const name of [...unneeded, ...rest]) {
        if (packs.total() <= limits.total) return;
        await remove(name);
      }
    },
    async read(hash) {
      const bytes = await packs.read(hash).catch(() => undefined);
      return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
    },
  };
}

/** In bytes. */
const largestWait = 8 * 1024 ** 2;
