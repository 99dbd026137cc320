import { constants, lstatSync, type Stats } from 'node:fs';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import { bytePath, linkTarget, namesIn } from '../../../../files/byte-names.ts';
import { isTemporaryName } from '../../disk/replace-on-disk.ts';
import type { Entry, RootManifest } from './folder-manifest.ts';
import { createSlices, type Slices } from './slices.ts';

export interface ListingLimits {
  /** Counts files, folders and links. */
  readonly entries: number;
  /** In milliseconds. */
  readonly time: number;
}

export interface ListingOptions {
  /** None lies in another. */
  readonly roots: readonly Pick<RootManifest, 'root' | 'only'>[];
  readonly without: string;
  readonly limits: ListingLimits;
  /** What has not changed is taken from this earlier listing, with what is known of its content. */
  readonly known?: readonly RootManifest[] | undefined;
  readonly signal: AbortSignal;
}

/** Links are not followed. Rejects only once the signal has aborted. */
export async function listFolders({
  known = [],
  roots,
  without,
  limits,
  signal,
}: ListingOptions): Promise<readonly RootManifest[]> {
  signal.throwIfAborted();
  const slices = createSlices(signal);
  const budget = { entries: limits.entries, until: performance.now() + limits.time };
  const listed: RootManifest[] = [];
  for (const { root, only } of roots) {
    const entries = known.find(each => each.root === root)?.entries;
    listed.push(await list(root, { without, budget, slices, known: entries, only }));
  }
  return listed;
}

/** What lies in another one is listed there. */
export function outermost(roots: readonly string[]): readonly string[] {
  return [...new Set(roots)].filter(root => !roots.some(other => other !== root && isWithin(root, other)));
}

interface Listing {
  readonly only: RootManifest['only'];
  readonly without: string;
  readonly budget: { entries: number; readonly until: number };
  readonly slices: Slices;
  readonly known: ReadonlyMap<string, Entry> | undefined;
}

async function list(root: string, { without, budget, slices, known, only }: Listing): Promise<RootManifest> {
  const entries = new Map<string, Entry>();
  const fresh: string[] = [];
  const unlisted: string[] = [];
  const repositories: string[] = [];
  const [folders, heavy]: [string[], string[]] = [only === undefined ? [''] : [], []];
  const add = (path: string, name: string, isWhole = true) => {
    const old = known?.get(path);
    const entry = entryAt(`${root}/${path}`, old);
    if (entry === undefined) return;
    entries.set(path, entry);
    if (entry !== old) fresh.push(path);
    if (entry.kind === 'folder' && isWhole) (heavyNames.has(name) ? heavy : folders).push(path);
  };
  // What a layer leaves if Converser is killed counts as its change.
  const isPassing = (name: string) => only === undefined && isTemporaryName(name);
  for (const { path, isWhole } of only ?? []) {
    const repository = /^(?:.*?\/)?\.git(?=\/|$)/.exec(path)?.[0];
    if (repository !== undefined) repositories.push(repository);
    else add(path, path.slice(path.lastIndexOf('/') + 1), isWhole);
    if (slices.isOver()) await slices.rest();
  }
  for (let at = 0; at < folders.length || heavy.length > 0; at++) {
    if (at === folders.length) folders.push(...heavy.splice(0));
    const folder = folders[at] ?? '';
    if (slices.isOver()) await slices.rest();
    const names = namesOrNone(`${root}/${folder}`);
    if (names === undefined || budget.entries < names.length || performance.now() > budget.until) {
      unlisted.push(folder);
      continue;
    }
    budget.entries -= names.length;
    const start = folder === '' ? '' : `${folder}/`;
    for (const name of names) {
      if (name === '.git') repositories.push(start + name);
      else if (!isPassing(name) && `${root}/${start}${name}` !== without) add(start + name, name);
      if (slices.isOver()) await slices.rest();
    }
  }
  return {
    root,
    entries,
    unlisted,
    repositories,
    ...(only === undefined ? {} : { only }),
    ...(known === undefined ? {} : { fresh }),
  };
}

/** Programs can make these again, so they come last where there is too much. */
export const heavyNames: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.mypy_cache',
  'target',
  'build',
  'dist',
  'out',
  '.next',
  '.nuxt',
  '.cache',
  '.gradle',
  'vendor',
  'Pods',
  'DerivedData',
  'bin',
  'obj',
]);

function namesOrNone(folder: string): readonly string[] | undefined {
  try {
    return namesIn(folder);
  } catch {
    return undefined;
  }
}

export function entryAt(absolute: string, known?: Entry): Entry | undefined {
  try {
    const stats = lstatSync(bytePath(absolute), { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return known !== undefined && isAsKnown(stats, known) ? known : entryOf(stats, absolute);
  } catch {
    return undefined;
  }
}

/** A link leads elsewhere only once it is another one. */
function isAsKnown(stats: Stats, { kind, size, mtime, ctime, ino, mode }: Entry): boolean {
  return (
    stats.mtimeMs === mtime &&
    stats.ctimeMs === ctime &&
    stats.ino === ino &&
    stats.size === size &&
    (stats.mode & 0o7777) === mode &&
    kindOf(stats) === kind
  );
}

function entryOf(stats: Stats, absolute: string): Entry {
  const { size, mtimeMs: mtime, ctimeMs: ctime, ino } = stats;
  const about = { kind: kindOf(stats), size, mtime, ctime, ino, mode: stats.mode & 0o7777 };
  return about.kind === 'link' ? { ...about, target: linkTarget(absolute) } : about;
}

function kindOf({ mode }: Stats): Entry['kind'] {
  switch (mode & constants.S_IFMT) {
    case constants.S_IFREG:
      return 'file';
    case constants.S_IFDIR:
      return 'folder';
    case constants.S_IFLNK:
      return 'link';
    default:
      return 'other';
  }
}
