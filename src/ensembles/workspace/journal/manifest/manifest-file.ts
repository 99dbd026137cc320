import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../../../../converser/json/defined.ts';
import { orAbsent } from '../../real-path.ts';
import { hashOf } from '../image.ts';
import type { Entry, Manifest, RootManifest } from './manifest.ts';

/**
 * Listings on the disk, so that a program that was killed does not take with it what a workspace was, and so that the
 * next one need not copy again what has not changed.
 */
export interface ManifestFiles {
  /** Durably. Resolves to the name. */
  save(manifest: Manifest): Promise<string>;
  /** `undefined`: it is gone. */
  load(name: string): Promise<Manifest | undefined>;
  /** The last one of these folders. */
  latest(roots: readonly string[]): Promise<Manifest | undefined>;
}

export function createManifestFiles(folder: string): ManifestFiles {
  async function load(name: string): Promise<Manifest | undefined> {
    const bytes = await readFile(path.join(folder, name)).catch(orAbsent);
    return bytes === undefined ? undefined : decode(bytes.toString());
  }
  return {
    load,
    async save(manifest) {
      const name = `${keyOf(manifest.roots.map(({ root }) => root))}-${timeName()}${ending}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(path.join(folder, name), 'ax', 0o600);
      try {
        await handle.appendFile(encode(manifest));
        await handle.datasync();
      } finally {
        await handle.close();
      }
      await forgetOld(folder, name);
      return name;
    },
    async latest(roots) {
      const [last] = await namesOf(folder, keyOf(roots));
      return last === undefined ? undefined : load(last);
    },
  };
}

const ending = '.manifest';
/** How many are kept of the same folders, and in all. */
const [mostAlike, mostInAll] = [8, 64];

function keyOf(roots: readonly string[]): string {
  return hashOf(Buffer.from(JSON.stringify(roots))).slice(0, 16);
}

/** Sorts by time. */
function timeName(): string {
  return `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
}

/** The latest first. */
async function namesOf(folder: string, key: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(orAbsent)) ?? [];
  return names
    .filter(name => name.startsWith(`${key}-`) && name.endsWith(ending))
    .sort()
    .reverse();
}

async function forgetOld(folder: string, name: string): Promise<void> {
  const byAge = (names: readonly string[]) =>
    [...names].sort((a, b) => (a.slice(keyLength) < b.slice(keyLength) ? 1 : -1));
  const alike = await namesOf(folder, name.slice(0, keyLength));
  const all = byAge(((await readdir(folder)) ?? []).filter(each => each.endsWith(ending)));
  for (const old of new Set([...alike.slice(mostAlike), ...all.slice(mostInAll)]))
    await rm(path.join(folder, old), { force: true });
}

const keyLength = 16;

type EncodedEntry = readonly [
  path: string,
  kind: Entry['kind'],
  size: number,
  mtime: number,
  ctime: number,
  ino: number,
  mode: number,
  more?: Pick<Entry, 'target' | 'hash' | 'blob'>,
];

interface EncodedManifest extends Pick<Manifest, 'git'> {
  readonly roots: readonly EncodedRoot[];
}

interface EncodedRoot extends Omit<RootManifest, 'entries'> {
  readonly entries: readonly EncodedEntry[];
}

function encode({ roots, git }: Manifest): string {
  const encoded: readonly EncodedRoot[] = roots.map(({ entries, ...rest }) => ({
    ...rest,
    entries: [...entries].map(([at, entry]) => encodeEntry(at, entry)),
  }));
  return JSON.stringify({ roots: encoded, git });
}

function encodeEntry(
  at: string,
  { kind, size, mtime, ctime, ino, mode, target, hash, blob }: Entry,
): EncodedEntry {
  const about = [at, kind, size, mtime, ctime, ino, mode] as const;
  if (target === undefined && hash === undefined && blob === undefined) return about;
  return [...about, defined({ target, hash, blob })];
}

/** Converser wrote it, into a folder that is yours alone: what can be parsed is what was written. */
function decode(text: string): Manifest | undefined {
  try {
    const { roots: encoded, git } = JSON.parse(text) as EncodedManifest;
    const roots = encoded.map(({ entries, ...rest }) => ({
      ...rest,
      entries: new Map(entries.map(decodeEntry)),
    }));
    return { roots, git };
  } catch {
    return undefined;
  }
}

function decodeEntry([at, kind, size, mtime, ctime, ino, mode, more]: EncodedEntry): [string, Entry] {
  return [at, { kind, size, mtime, ctime, ino, mode, ...more }];
}
