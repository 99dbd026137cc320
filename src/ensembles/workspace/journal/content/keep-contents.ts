import path from 'node:path';
import { readRegularFileSync } from '../../../../files/read-regular-file.ts';
import { hashOf } from '../image.ts';
import { type Entry, isSameEntry, type Manifest } from '../manifest/folder-manifest.ts';
import { entryAt, heavyNames } from '../manifest/list-folders.ts';
import { createSlices } from '../manifest/slices.ts';
import type { ContentStore } from './content-store.ts';

export interface KeepingLimits {
  /** In bytes. */
  readonly file: number;
  /** In bytes, of all files together. */
  readonly bytes: number;
  /** In milliseconds. */
  readonly time: number;
}

export interface UnkeptFile {
  readonly root: string;
  /** Relative to the root. */
  readonly path: string;
  readonly size: number;
  /** It is no file, such as a pipe. */
  readonly isOther?: boolean;
}

export interface KeepingOptions {
  readonly store: ContentStore;
  readonly limits: KeepingLimits;
  readonly signal: AbortSignal;
}

/** Copies what isn't kept yet while there is room and time. What programs can make again comes last. */
export async function keepContents(
  manifest: Manifest,
  { store, limits, signal }: KeepingOptions,
): Promise<void> {
  const { wanted } = planKeeping(manifest, { has: store.has, limits });
  const slices = createSlices(signal);
  const until = performance.now() + limits.time;
  for (const { root, path: relative, entry, entries } of wanted) {
    if (slices.isOver()) await slices.rest();
    if (performance.now() > until) break;
    const found = contentOf(path.join(root, relative), entry, limits.file);
    if (found === undefined) continue;
    const hash = hashOf(found.bytes);
    await store.add(hash, found.bytes);
    entries.set(relative, { ...found.entry, hash });
  }
  await store.flush();
}

interface Wanted {
  readonly root: string;
  readonly path: string;
  readonly entry: Entry;
  readonly entries: Map<string, Entry>;
}

export interface KeepingPlan {
  readonly wanted: readonly Wanted[];
  readonly unkept: readonly UnkeptFile[];
}

export function planKeeping(
  { roots }: Manifest,
  { has, limits }: Pick<KeepingOptions, 'limits'> & Pick<ContentStore, 'has'>,
): KeepingPlan {
  const [wanted, heavy, unkept]: [Wanted[], Wanted[], UnkeptFile[]] = [[], [], []];
  let bytes = 0;
  for (const { root, entries } of roots) {
    for (const [relative, entry] of entries) {
      if (entry.kind === 'other') unkept.push({ root, path: relative, size: 0, isOther: true });
      if (entry.kind !== 'file' || entry.blob !== undefined) continue;
      if (entry.hash !== undefined && has(entry.hash)) bytes += entry.size;
      else if (entry.size > limits.file) unkept.push({ root, path: relative, size: entry.size });
      else (isHeavy(relative) ? heavy : wanted).push({ root, path: relative, entry, entries });
    }
  }
  const fitting: Wanted[] = [];
  for (const each of [...wanted, ...heavy]) {
    bytes += each.entry.size;
    if (bytes <= limits.bytes) fitting.push(each);
    else unkept.push({ root: each.root, path: each.path, size: each.entry.size });
  }
  return { wanted: fitting, unkept };
}

function isHeavy(relative: string): boolean {
  return relative.split('/').some(name => heavyNames.has(name));
}

function contentOf(
  absolute: string,
  listed: Entry,
  most: number,
): { readonly bytes: Uint8Array; readonly entry: Entry } | undefined {
  let entry: Entry | undefined = listed;
  for (let attempt = 0; attempt < 3 && entry?.kind === 'file' && entry.size <= most; attempt++) {
    const bytes = readRegularFileSync(absolute, entry.size);
    const now = entryAt(absolute);
    if (bytes?.length === entry.size && now !== undefined && isSameEntry(now, entry))
      return { bytes, entry: now };
    entry = now;
  }
  return undefined;
}
