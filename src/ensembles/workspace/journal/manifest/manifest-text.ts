import { defined } from '../../../../converser/ground/json/defined.ts';
import type { Entry, Manifest, RootManifest } from './folder-manifest.ts';

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

interface EncodedRoot extends Omit<RootManifest, 'entries' | 'fresh'> {
  readonly entries: readonly EncodedEntry[];
  readonly gone: readonly string[];
}

export type ManifestDifferences = readonly {
  readonly entries: readonly (readonly [string, Entry])[];
  readonly gone: readonly string[];
}[];

export function differsIn(
  { roots }: Manifest,
  earlier: Manifest,
  most: number,
): ManifestDifferences | undefined {
  const all: { entries: [string, Entry][]; gone: string[] }[] = [];
  let left = most;
  for (const { root, entries } of roots) {
    const known = earlier.roots.find(each => each.root === root)?.entries;
    if (known === undefined || roots.length !== earlier.roots.length) return undefined;
    const [fresh, gone]: [[string, Entry][], string[]] = [[], []];
    for (const [at, entry] of entries)
      if (known.get(at) !== entry && fresh.push([at, entry]) > left) return undefined;
    for (const at of known.keys()) if (!entries.has(at) && gone.push(at) > left) return undefined;
    left -= fresh.length + gone.length;
    all.push({ entries: fresh, gone });
  }
  return all;
}

export function encodeManifest(manifest: Manifest): string {
  return encodeDifference(
    manifest,
    manifest.roots.map(({ entries }) => ({ entries: [...entries], gone: [] })),
  );
}

export function encodeDifference({ roots, git }: Manifest, differences: ManifestDifferences): string {
  const encoded: EncodedManifest = {
    git,
    roots: roots.map(({ fresh: _fresh, ...root }, index) => {
      const { entries, gone } = differences[index] ?? { entries: [], gone: [] };
      return { ...root, entries: entries.map(encodeEntry), gone };
    }),
  };
  return JSON.stringify(encoded);
}

function encodeEntry([at, entry]: readonly [string, Entry]): EncodedEntry {
  const { kind, size, mtime, ctime, ino, mode, target, hash, blob } = entry;
  const about = [at, kind, size, mtime, ctime, ino, mode] as const;
  if (target === undefined && hash === undefined && blob === undefined) return about;
  return [...about, defined({ target, hash, blob })];
}

/** The folder is yours alone, so what can be parsed is what was written, perhaps on top of `earlier`. */
export function decodeManifest(text: string, earlier?: Manifest): Manifest | undefined {
  try {
    const { roots, git } = JSON.parse(text) as EncodedManifest;
    return { roots: roots.map(root => decodeRoot(root, earlier)), git };
  } catch {
    return undefined;
  }
}

function decodeRoot({ gone, ...root }: EncodedRoot, earlier: Manifest | undefined): RootManifest {
  const entries = new Map(earlier?.roots.find(each => each.root === root.root)?.entries);
  for (const at of gone) entries.delete(at);
  for (const [at, kind, size, mtime, ctime, ino, mode, more] of root.entries)
    entries.set(at, { kind, size, mtime, ctime, ino, mode, ...more });
  return { ...root, entries };
}
