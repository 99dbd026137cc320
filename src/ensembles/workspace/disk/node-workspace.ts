import { lstat, mkdir, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { errors } from '../../../converser/errors.ts';
import { hasSameText } from '../../../converser/workspace/line-endings.ts';
import {
  absolutePath,
  child,
  comparePaths,
  nameOf,
  parent,
  placeKey,
  shownPath,
  uniqueNames,
} from '../../../converser/workspace/paths.ts';
import { containReal, type RealLocation } from '../../../converser/workspace/resolve-links.ts';
import type {
  DisposableWorkspace,
  Entry,
  EntryKind,
  Location,
  Root,
  Workspace,
  WorkspaceFiles,
} from '../../../converser/workspace/workspace.ts';
import { hasCode, orAbsent, pathRulesOf, realPath, slashed } from '../real-path.ts';
import { packagedRipgrep } from '../search/packaged-ripgrep.ts';
import { createWorkspaceSearch } from '../search/search.ts';
import { createContained, diskFault, readContained, replaceContained } from './contained-file.ts';
import { createDiskWatch, type DiskWatch } from './disk-watch.ts';
import { moveToFreedesktopTrash } from './freedesktop-trash.ts';
import { decodeText, encodeText } from './text-encoding.ts';

export interface NodeWorkspaceOptions {
  /** Folders on this machine's disk. */
  readonly roots: readonly string[];
  /** Moves something to a trash; `false` when there is none. */
  readonly trash?: (absolutePath: string) => Promise<boolean>;
  /** The program that searches; without one, folders are walked. */
  readonly ripgrep?: () => Promise<string | undefined>;
}

/** The workspace of a program without an editor: what is on the disk is all there is. */
export function createNodeWorkspace(options: NodeWorkspaceOptions): DisposableWorkspace {
  const roots = openRoots(options.roots);
  const watch = createDiskWatch();
  const files = diskFiles(roots, watch);
  const { trash = moveToFreedesktopTrash, ripgrep = packagedRipgrep } = options;
  return {
    ...files,
    ...createWorkspaceSearch(files, { ripgrep }),
    ...diskChanges(roots, trash),
    onDidChange: watch.onDidChange,
    seesEveryChange: false,
    dispose: watch.dispose,
  };
}

function openRoots(folders: readonly string[]): readonly Root[] {
  const paths = folders.map(folder => path.resolve(folder));
  const names = uniqueNames(paths.map(folder => path.basename(folder)));
  return paths.map((folder, index) => ({
    name: names[index] ?? folder,
    path: slashed(folder),
    rules: pathRulesOf(folder),
  }));
}

function diskFiles(roots: readonly Root[], watch: DiskWatch): WorkspaceFiles {
  const real = (location: Location) => containReal(location, { roots, realPath });
  const shown = (location: Location) => shownPath(location, roots);

  return {
    roots,
    uri: location => pathToFileURL(absolutePath(location)).href,
    unsaved: () => [],
    realLocation: async location => (await real(location)).location,
    diskPath: async location => (await real(location)).path,

    async stat(location) {
      const { path: file } = await real(location);
      watch.visit(path.dirname(file));
      const found = await stat(file).catch(orAbsent);
      return found === undefined ? undefined : { kind: kindOf(found), size: found.size };
    },

    async list(folder) {
      const { path: place } = await real(folder);
      watch.visit(place);
      try {
        const entries = await readdir(place, { withFileTypes: true });
        const listed = await Promise.all(
          entries.map(async (entry): Promise<Entry> => {
            const isLink = entry.isSymbolicLink();
            const kind = isLink ? await linkedKind(child(folder, entry.name), real) : kindOf(entry);
            return { name: entry.name, kind, isLink };
          }),
        );
        return listed.sort((a, b) => comparePaths(a.name, b.name));
      } catch (cause) {
        throw diskFault(shown(folder), cause);
      }
    },

    async read(file) {
      const place = await real(file);
      watch.visit(path.dirname(place.path));
      const bytes = await readContained(place, shown(file)).catch(cause => {
        throw diskFault(shown(file), cause);
      });
      if (bytes === undefined) throw errors.fileNotFound(shown(file));
      return decodeText(bytes);
    },
  };
}

type Changes = Pick<Workspace, 'write' | 'move' | 'trash'>;

function diskChanges(roots: readonly Root[], trash: (absolutePath: string) => Promise<boolean>): Changes {
  const real = (location: Location) => containReal(location, { roots, realPath });
  const shown = (location: Location) => shownPath(location, roots);

  /** The thing itself where it is a link: the real folder it lies in, and its own name. */
  async function entry(location: Location): Promise<string> {
    if (location.path === '')
      throw errors.pathRefused(shown(location), 'it is a whole folder of the workspace.');
    return path.join((await real(parent(location))).path, nameOf(location));
  }

  return {
    async write(file, written) {
      const place = await real(file);
      try {
        await writeText(place, { ...written, shown: shown(file) });
      } catch (cause) {
        throw diskFault(shown(file), cause);
      }
    },

    async move(from, to) {
      const [source, target] = [await entry(from), await entry(to)];
      try {
        await lstat(source);
        if ((await lstat(target).catch(orAbsent)) !== undefined && !isRespelling(from, to)) {
          throw errors.fileConflict(shown(to), 'something with that name already exists.');
        }
        await makeFolder(parent(to), real);
        await rename(source, target);
      } catch (cause) {
        if (hasCode(cause, 'EXDEV'))
          throw errors.fileConflict(shown(from), 'the new place is on another disk.');
        if (hasCode(cause, 'EINVAL'))
          throw errors.fileConflict(shown(from), 'a folder cannot move into itself.');
        throw diskFault(shown(from), cause);
      }
    },

    async trash(location) {
      const place = await entry(location);
      const done = await trash(place).catch(cause => {
        throw diskFault(shown(location), cause);
      });
      if (!done)
        throw errors.fileConflict(
          shown(location),
          'there is no trash here, and nothing is deleted for good.',
        );
    },
  };
}

interface ShownText {
  readonly text: string;
  readonly replaces?: string | null;
  readonly shown: string;
}

async function writeText(place: RealLocation, { text, replaces, shown }: ShownText): Promise<void> {
  const existing = await readContained(place, shown);
  if (existing === undefined) {
    if (typeof replaces === 'string') throw errors.fileConflict(shown, 'it no longer exists.', 'Look again.');
    await createContained(place, new TextEncoder().encode(text));
    return;
  }
  const content = decodeText(existing);
  if (content.kind === 'binary') throw errors.fileConflict(shown, 'it is binary.', 'Delete it first.');
  if (replaces !== undefined && (replaces === null || !hasSameText(content.text, replaces))) {
    throw errors.fileConflict(shown, 'it has changed in the meantime.', 'Read it again.');
  }
  const bytes = encodeText(text, existing);
  if (bytes === undefined) {
    throw errors.fileConflict(shown, 'its encoding, Windows-1252, does not have all of these characters.');
  }
  await replaceContained(place, bytes);
}

type Contain = (location: Location) => Promise<RealLocation>;

async function makeFolder(folder: Location, real: Contain): Promise<void> {
  await mkdir((await real(folder)).path, { recursive: true });
}

function isRespelling(from: Location, to: Location): boolean {
  return placeKey(from) === placeKey(to) && from.path !== to.path;
}

async function linkedKind(link: Location, real: Contain): Promise<EntryKind> {
  try {
    return kindOf(await stat((await real(link)).path));
  } catch {
    return 'other';
  }
}

function kindOf(found: { isFile(): boolean; isDirectory(): boolean }): EntryKind {
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : 'other';
}
