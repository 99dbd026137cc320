import { type Entry, isSameEntry, type RootManifest } from './manifest.ts';

/** Where one listing of a folder differs from a later one. Paths are relative to the folder. */
export interface Differences {
  /** What is gone, or has become something of another kind: the outermost only, with all that was in it. */
  readonly removed: readonly Tree[];
  readonly changed: readonly ChangedEntry[];
  /** What is new: the outermost only, with all that is in it. */
  readonly created: readonly Tree[];
}

export interface ChangedEntry {
  readonly path: string;
  readonly before: Entry;
  readonly after: Entry;
}

export interface Tree {
  readonly path: string;
  readonly entry: Entry;
  readonly children: readonly Tree[];
}

export function differencesOf(before: RootManifest, after: RootManifest): Differences {
  const changed: ChangedEntry[] = [];
  for (const [path, entry] of before.entries) {
    const now = after.entries.get(path);
    if (now === entry) continue;
    if (now?.kind === entry.kind && !isSameEntry(entry, now))
      changed.push({ path, before: entry, after: now });
  }
  return {
    removed: onlyIn(before, after),
    changed,
    created: onlyIn(after, before),
  };
}

function onlyIn(one: RootManifest, other: RootManifest): readonly Tree[] {
  // What lies in a folder whose content the other one does not list may be there all the same.
  const unknown = new Set(other.unlisted);
  const trees = new Map<string, Tree & { readonly children: Tree[] }>();
  const outermost: Tree[] = [];
  for (const [path, entry] of one.entries) {
    const same = other.entries.get(path);
    if (same === entry || same?.kind === entry.kind) continue;
    const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (unknown.has(above)) {
      unknown.add(path);
      continue;
    }
    const tree = { path, entry, children: [] };
    const parent = trees.get(above);
    if (parent === undefined) outermost.push(tree);
    else parent.children.push(tree);
    trees.set(path, tree);
  }
  return outermost;
}
