import type { GitState } from '../git/git-state.ts';

/** Holds what the file system tells without reading files. Two listings share what has not changed. */
export interface Manifest {
  readonly roots: readonly RootManifest[];
  readonly git: readonly GitState[];
}

export interface RootManifest {
  readonly root: string;
  readonly entries: Map<string, Entry>;
  /** The content of these isn't listed: there is too much in all, or they can't be read. */
  readonly unlisted: readonly string[];
  /** Relative paths of `.git` folders and files, in which nothing is listed. */
  readonly repositories: readonly string[];
  /** Nothing else is listed, by relative paths. */
  readonly only?: readonly ListedPlace[];
  /** Paths of what differs from the earlier listing with which this one was made. */
  readonly fresh?: readonly string[];
}

export interface ListedPlace {
  readonly path: string;
  /** It is listed with all that is in it. */
  readonly isWhole: boolean;
}

export interface Entry {
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  /** In bytes. */
  readonly size: number;
  /** In milliseconds since 1970, with fractions: of the content, and of anything about it. */
  readonly mtime: number;
  readonly ctime: number;
  readonly ino: number;
  readonly mode: number;
  readonly target?: string;
  /** The SHA-256 of a file's content, once it is kept. */
  readonly hash?: string;
  /** Names the object in Git's store that has the same content. */
  readonly blob?: string;
}

/** Goes by all that the file system tells. For a folder, only what is its own counts. */
export function isSameEntry(a: Entry, b: Entry): boolean {
  if (a.kind !== b.kind || a.mode !== b.mode || a.target !== b.target) return false;
  return (
    a.kind === 'folder' ||
    (a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime && a.ino === b.ino)
  );
}

/** In milliseconds: file systems' clocks have ticks, and two writes within one look the same. */
export function untilTold({ roots }: Pick<Manifest, 'roots'>, now: number): number {
  let latest = 0;
  for (const { entries } of roots) {
    for (const { kind, ctime } of entries.values()) if (kind === 'file') latest = Math.max(latest, ctime);
  }
  // Some file systems count in whole seconds, or in two of them.
  const tick = Number.isInteger(latest / 1000) ? 2000 : 20;
  return latest > now + tick ? 0 : Math.max(0, Math.ceil(latest + tick - now));
}
