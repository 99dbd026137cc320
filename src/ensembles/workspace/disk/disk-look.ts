import type { BigIntStats, Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import { ConverserError, reasonOf } from '../../../converser/ground/errors.ts';
import { numberText } from '../../../converser/ground/wording/numbers.ts';
import { largestText } from '../../../converser/words/workspace/detect-encoding.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { child, comparePaths } from '../../../converser/words/workspace/paths.ts';
import type {
  Entry,
  EntryKind,
  FileStat,
  Location,
  OpenFolder,
  ReadGuard,
} from '../../../converser/words/workspace/workspace.ts';
import { type HeldFile, holdFolder, inFolder, lookAt, openFile } from '../hold.ts';
import { orAbsent } from '../real-path.ts';
import type { DiskPlaces } from './disk-places.ts';

/** Whatever links are swapped meanwhile, nothing outside the workspace is shown; see `hold.ts`. */
export interface DiskLook {
  stat(location: Location): Promise<FileStat | undefined>;
  list(folder: Location, guard?: ReadGuard): Promise<readonly Entry[]>;
  /** The caller releases it. */
  open(folder: Location, guard?: ReadGuard): Promise<OpenFolder>;
  /** The file must not be too large for a text. */
  bytes(file: Location, guard?: ReadGuard): Promise<Uint8Array>;
}

/** `visit` is told the real path of each folder before anything in it is looked at. */
export function diskLook(places: DiskPlaces, visit: (folder: string) => void = () => {}): DiskLook {
  async function look(location: Location): Promise<BigIntStats | undefined> {
    const real = await places.real(location);
    visit(path.dirname(real.path));
    const found = await lookAt(real.path).catch(orAbsent);
    if (found !== undefined) await places.opened(found.place, { asked: location, real });
    return found?.stats;
  }

  async function entryOf(entry: Dirent, folder: Location): Promise<Entry> {
    const { name } = entry;
    if (!entry.isSymbolicLink()) return { name, kind: kindOf(entry), isLink: false };
    const target = await look(child(folder, name)).catch(() => undefined);
    return { name, kind: target === undefined ? 'other' : kindOf(target), isLink: true };
  }

  async function open(folder: Location, guard?: ReadGuard): Promise<OpenFolder> {
    const real = await places.real(folder);
    visit(real.path);
    const held = await holdFolder(real.path);
    try {
      const place = await places.opened(held.place, { asked: folder, real });
      guard?.(place);
      return held;
    } catch (cause) {
      await held.release();
      throw cause;
    }
  }

  const asFault = (location: Location) => (cause: unknown) => {
    throw diskFault(places.shown(location), cause);
  };
  return {
    open: (folder, guard) => open(folder, guard).catch(asFault(folder)),

    async stat(location) {
      const stats = await look(location);
      return stats === undefined ? undefined : statOf(stats);
    },

    list(folder, guard) {
      const listed = async (held: OpenFolder) => {
        const entries = await readdir(held.path, { withFileTypes: true });
        const all = await Promise.all(entries.map(entry => entryOf(entry, folder)));
        return all.sort((a, b) => comparePaths(a.name, b.name));
      };
      return open(folder, guard)
        .then(held => inFolder(held, listed))
        .catch(asFault(folder));
    },

    async bytes(file, guard) {
      const real = await places.real(file);
      visit(path.dirname(real.path));
      return openFile(real.path)
        .then(opened => readOpen(opened, { places, asked: file, real, guard }))
        .catch(asFault(file));
    },
  };
}

function statOf(stats: BigIntStats): FileStat {
  const kind = kindOf(stats);
  const size = Number(stats.size);
  if (kind !== 'file') return { kind, size };
  return { kind, size, names: Number(stats.nlink), id: `${stats.dev}:${stats.ino}` };
}

type Reading = Parameters<DiskPlaces['opened']>[1] & {
  readonly places: DiskPlaces;
  readonly guard: ReadGuard | undefined;
};

async function readOpen(opened: HeldFile, { places, guard, ...expected }: Reading): Promise<Uint8Array> {
  try {
    const place = await places.opened(opened.place, expected);
    guard?.(place);
    return await readAll(opened, places.shown(expected.asked));
  } finally {
    await opened.handle.close();
  }
}

export async function readAll({ handle, stats }: HeldFile, shown: string): Promise<Uint8Array> {
  if (stats.size > largestText) {
    throw fileErrors.fileUnreadable(
      shown,
      `it has ${numberText(Number(stats.size))} bytes.`,
      'Use search_text to find what you need in it.',
    );
  }
  return await handle.readFile(largestText);
}

function kindOf(found: { isFile(): boolean; isDirectory(): boolean }): EntryKind {
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : 'other';
}

export function diskFault(shown: string, cause: unknown): ConverserError {
  if (cause instanceof ConverserError) return cause;
  if (hasCode(cause, 'ENOENT')) return fileErrors.fileNotFound(shown);
  if (hasCode(cause, 'EEXIST'))
    return fileErrors.fileConflict(shown, 'something with that name already exists.');
  if (hasCode(cause, 'ENOTDIR'))
    return fileErrors.fileConflict(shown, 'a part of the path is a file, not a folder.');
  if (hasCode(cause, 'EISDIR')) return fileErrors.fileConflict(shown, 'it is a folder.');
  if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS')) {
    return fileErrors.fileConflict(
      shown,
      'the system doesn’t allow it.',
      'Ask the user to do it, or to allow it.',
    );
  }
  if (hasCode(cause, 'ELOOP'))
    return fileErrors.pathRefused(shown, 'it was replaced by a link.', 'Try again.');
  return fileErrors.fileConflict(shown, reasonOf(cause));
}
