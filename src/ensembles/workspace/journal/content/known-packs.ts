import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readBytes } from '../../../../files/read-regular-file.ts';
import { orAbsent } from '../../real-path.ts';
import { type BytesPlace, readPlace } from '../read-place.ts';
import { type IndexLine, indexOf, packEnding, type WrittenPack } from './pack-writer.ts';

export interface KnownPacks {
  names(): readonly string[];
  /** In bytes. */
  total(): number;
  hashesIn(name: string): readonly string[];
  has(hash: string): boolean;
  read(hash: string): Promise<Uint8Array | undefined>;
  learn(written: WrittenPack): void;
  look(): Promise<void>;
  forget(name: string): void;
}

interface Place extends BytesPlace {
  readonly pack: string;
}

interface Pack {
  readonly hashes: string[];
  /** In bytes, of the pack and of what was read of its index. */
  readonly bytes: number;
  readonly indexed: number;
}

export function createKnownPacks(folder: string): KnownPacks {
  const places = new Map<string, Place>();
  const packs = new Map<string, Pack>();

  function add(name: string, lines: readonly IndexLine[], about: Omit<Pack, 'hashes'>): void {
    const hashes = packs.get(name)?.hashes ?? [];
    for (const [hash, at, size] of lines) {
      if (at + size > about.bytes) continue;
      places.set(hash, { pack: name, at, size });
      hashes.push(hash);
    }
    packs.set(name, { hashes, ...about });
  }

  function forget(name: string): void {
    for (const hash of packs.get(name)?.hashes ?? [])
      if (places.get(hash)?.pack === name) places.delete(hash);
    packs.delete(name);
  }

  async function lookInto(name: string): Promise<void> {
    const index = indexOf(path.join(folder, name));
    const { indexed = 0 } = packs.get(name) ?? {};
    if (((await stat(index).catch(orAbsent))?.size ?? 0) === indexed) return;
    const fresh = (await readBytes(index)).subarray(indexed);
    const whole = fresh.subarray(0, fresh.lastIndexOf(10) + 1);
    const { size: bytes } = await stat(path.join(folder, name));
    add(name, linesIn(whole.toString()), { bytes, indexed: indexed + whole.length });
  }

  return {
    names: () => [...packs.keys()].sort(),
    total: () => [...packs.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    hashesIn: name => packs.get(name)?.hashes ?? [],
    has: hash => places.has(hash),
    async read(hash) {
      const place = places.get(hash);
      return place === undefined ? undefined : readPlace(path.join(folder, place.pack), place);
    },
    learn({ name, lines, bytes, indexed }) {
      add(name, lines, { bytes, indexed });
    },
    async look() {
      const names = (await readdir(folder)).filter(name => name.endsWith(packEnding));
      for (const name of packs.keys()) if (!names.includes(name)) forget(name);
      for (const name of names) await lookInto(name);
    },
    forget,
  };
}

/** Converser wrote it into a folder that is yours alone: what can be parsed is what was written. */
function linesIn(text: string): readonly IndexLine[] {
  return text === ''
    ? []
    : (JSON.parse(`[${text.slice(0, -1).replaceAll('\n', ',')}]`) as readonly IndexLine[]);
}
