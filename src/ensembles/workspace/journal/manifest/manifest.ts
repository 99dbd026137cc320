import type { GitState } from '../git/git-state.ts';

/**
 * What all that is below the workspace's folders is, by what the file system tells of it without being read. Two listings
 * share what has not changed in between.
 */
export interface Manifest {
  readonly roots: readonly RootManifest[];
  readonly git: readonly GitState[];
}

export interface RootManifest {
  /** The absolute path of the folder. */
  readonly root: string;
  /** By the path relative to the root. A folder comes before what is in it. */
  readonly entries: Map<string, Entry>;
  /** Folders whose content isn't listed: there is too much in all, or they can't be read. */
  readonly unlisted: readonly string[];
  /** The relative paths of the `.git` folders and files. Nothing in them is listed. */
  readonly repositories: readonly string[];
  /** What it was listed after, and the paths of what was not the same there. */
  readonly since?: { readonly known: ReadonlyMap<string, Entry>; readonly fresh: readonly string[] };
}

export interface Entry {
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970, with fractions: of the content, and of anything about it. */
  readonly mtime: number;
  readonly ctime: number;
  readonly ino: number;
  /** The permission bits. */
  readonly mode: number;
  /** Of a link. */
  readonly target?: string;
  /** Of a file: the SHA-256 of its content, once it is kept. */
  readonly hash?: string;
  /** Of a file: the object in Git's store that has the same content. */
  readonly blob?: string;
}

/** Nothing has changed in it, by all that the file system tells. Of a folder, only what is its own counts. */
export function isSameEntry(a: Entry, b: Entry): boolean {
  if (a.kind !== b.kind || a.mode !== b.mode || a.target !== b.target) return false;
  return (
    a.kind === 'folder' ||
    (a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime && a.ino === b.ino)
  );
}

/**
 * How many milliseconds must pass until whatever changes a listed file also changes its times: clocks of file systems
 * have ticks, and what is written twice within one looks the same.
 *
 * @param now milliseconds since 1970
 */
export function untilTold({ roots }: Pick<Manifest, 'roots'>, now: number): number {
  let latest = 0;
  for (const { entries } of roots) {
    for (const { kind, ctime } of entries.values()) if (kind === 'file') latest = Math.max(latest, ctime);
  }
  // Some file systems count in whole seconds, or in two of them.
  const tick = Number.isInteger(latest / 1000) ? 2000 : 20;
  return latest > now + tick ? 0 : Math.max(0, Math.ceil(latest + tick - now));
}
