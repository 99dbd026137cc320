import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { readBytes } from '../../../../files/read-regular-file.ts';
import { orAbsent } from '../../real-path.ts';
import { hashOf } from '../image.ts';
import type { Manifest } from './folder-manifest.ts';
import { decodeManifest, differsIn, encodeDifference, encodeManifest } from './manifest-text.ts';

/** Listings on the disk survive a killed program, and spare the next one from copying again what has not changed. */
export interface ManifestFiles {
  /** Saves durably, and resolves to the name. */
  save(manifest: Manifest): Promise<string>;
  load(name: string): Promise<Manifest | undefined>;
  /** Notes that what began with it still runs. */
  touch(name: string): Promise<void>;
  /** Resolves to milliseconds since 1970, or `undefined` if it is gone. */
  touched(name: string): Promise<number | undefined>;
  latest(roots: readonly string[]): Promise<Manifest | undefined>;
}

/** Of two million files and more. */
const mostBytes = 1024 ** 3;

export function createManifestFiles(folder: string): ManifestFiles {
  /** Of later manifests, only what differs from this one is saved. */
  let base: { readonly name: string; readonly manifest: Manifest } | undefined;

  async function read(name: string, earlier?: Manifest): Promise<Manifest | undefined> {
    const bytes = await readBytes(path.join(folder, name), { most: mostBytes }).catch(orAbsent);
    return bytes === undefined ? undefined : decodeManifest(bytes.toString(), earlier);
  }

  async function load(name: string): Promise<Manifest | undefined> {
    const baseName = baseOf(name);
    if (baseName === undefined) return read(name);
    const manifest = base?.name === baseName ? base.manifest : await read(baseName);
    return manifest === undefined ? undefined : read(name, manifest);
  }

  return {
    load,
    async save(manifest) {
      const isPart = manifest.roots.some(({ only }) => only !== undefined);
      const start = `${keyOf(
        manifest.roots.map(({ root }) => root),
        isPart,
      )}-${timeName()}`;
      const differences =
        base === undefined || isPart ? undefined : differsIn(manifest, base.manifest, mostDifferences);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (base !== undefined && differences !== undefined) {
        const name = `${start}~${idOf(base.name)}${ending}`;
        await write(path.join(folder, name), encodeDifference(manifest, differences));
        await forgetOld(folder, name);
        return name;
      }
      const name = `${start}${ending}`;
      await write(path.join(folder, name), encodeManifest(manifest));
      if (!isPart) base = { name, manifest };
      await forgetOld(folder, name);
      return name;
    },
    async touch(name) {
      const now = new Date();
      await utimes(path.join(folder, name), now, now);
    },
    touched: async name => (await stat(path.join(folder, name)).catch(orAbsent))?.mtimeMs,
    async latest(roots) {
      const [last] = await namesOf(folder, keyOf(roots));
      if (last === undefined) return undefined;
      const name = baseOf(last) ?? last;
      const manifest = await read(name);
      if (manifest === undefined) return undefined;
      base = { name, manifest };
      return name === last ? manifest : load(last);
    },
  };
}

async function write(file: string, text: string): Promise<void> {
  const handle = await open(file, 'ax', 0o600);
  try {
    await handle.appendFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

const ending = '.manifest';
const [mostAlike, mostInAll] = [8, 64];
/** A manifest with more differences is saved as a whole. */
const mostDifferences = 5000;
/** This part of a name tells whose folders it is about. */
const keyLength = 16;

function keyOf(roots: readonly string[], isPart = false): string {
  return hashOf(Buffer.from(JSON.stringify(isPart ? [...roots, '*'] : roots))).slice(0, keyLength);
}

function timeName(): string {
  return `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
}

function idOf(name: string): string {
  return name.slice(keyLength + 1, -ending.length);
}

function baseOf(name: string): string | undefined {
  const [, id] = idOf(name).split('~');
  return id === undefined ? undefined : `${name.slice(0, keyLength)}-${id}${ending}`;
}

async function namesOf(folder: string, key = ''): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(orAbsent)) ?? [];
  return names
    .filter(name => name.startsWith(key) && name.endsWith(ending))
    .sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1));
}

async function forgetOld(folder: string, name: string): Promise<void> {
  const alike = await namesOf(folder, name.slice(0, keyLength));
  const all = await namesOf(folder);
  const old = new Set([...alike.slice(mostAlike), ...all.slice(mostInAll)]);
  for (const each of old) if (await isInUse(path.join(folder, each))) old.delete(each);
  const needed = new Set(all.filter(each => !old.has(each)).map(baseOf));
  for (const each of old) if (!needed.has(each)) await rm(path.join(folder, each), { force: true });
}

/** A command that still runs needs its manifest for an undo if Converser ended now. */
async function isInUse(file: string): Promise<boolean> {
  const stats = await stat(file).catch(orAbsent);
  return stats !== undefined && Date.now() - stats.mtimeMs < longestSilence;
}

/** In milliseconds. What runs is noted far more often. */
const longestSilence = 60_000;
