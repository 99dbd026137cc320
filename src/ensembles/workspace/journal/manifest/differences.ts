import { type Entry, isSameEntry, type RootManifest } from './folder-manifest.ts';

export interface Differences {
  /** Includes what has become something of another kind. Lists the outermost only, with all that was in it. */
  readonly removed: readonly Tree[];
  readonly changed: readonly ChangedEntry[];
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

/** `after` was listed with `before`. */
export function differencesOf(before: RootManifest, after: RootManifest): Differences {
  const { fresh = [] } = after;
  const changed: ChangedEntry[] = [];
  for (const path of fresh) {
    const [old, now] = [before.entries.get(path), after.entries.get(path)];
    if (old !== undefined && now?.kind === old.kind && !isSameEntry(old, now))
      changed.push({ path, before: old, after: now });
  }
  const created = treesOf(
    fresh.filter(path => before.entries.get(path)?.kind !== after.entries.get(path)?.kind),
    after,
    before,
  );
  return { removed: treesOf(goneFrom(before, after, fresh), before, after), changed, created };
}

function goneFrom(before: RootManifest, after: RootManifest, fresh: readonly string[]): readonly string[] {
  const isGone = (path: string) => after.entries.get(path)?.kind !== before.entries.get(path)?.kind;
  const known = fresh.filter(path => before.entries.has(path));
  const isAllThere = before.entries.size - known.length === after.entries.size - fresh.length;
  return isAllThere && !known.some(isGone) ? [] : [...before.entries.keys()].filter(isGone);
}

/** Leaves out what may be in the other listing all the same because it is not listed there. */
function treesOf(
  paths: readonly string[],
  { entries }: RootManifest,
  { unlisted }: RootManifest,
): readonly Tree[] {
  const unknown = new Set(unlisted);
  const trees = new Map<string, Tree & { readonly children: Tree[] }>();
  const outermost: Tree[] = [];
  for (const path of paths) {
    const entry = entries.get(path);
    const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (entry === undefined || unknown.has(above)) {
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
