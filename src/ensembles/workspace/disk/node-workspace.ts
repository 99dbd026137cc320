import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import { absolutePath, child, comparePaths, uniqueNames } from '../../../converser/workspace/paths.ts';
import type {
  DisposableWorkspace,
  Entry,
  EntryKind,
  Location,
  Root,
  WorkspaceFiles,
} from '../../../converser/workspace/workspace.ts';
import { orAbsent, pathRulesOf, slashed } from '../real-path.ts';
import { packagedRipgrep } from '../search/packaged-ripgrep.ts';
import { createWorkspaceSearch } from '../search/search.ts';
import { diskFault, readContained } from './contained-file.ts';
import { diskChanges } from './disk-changes.ts';
import { type DiskPlaces, diskPlaces } from './disk-places.ts';
import { createDiskWatch, type DiskWatch } from './disk-watch.ts';
import { moveToFreedesktopTrash } from './freedesktop-trash.ts';
import { decodeText } from './text-encoding.ts';

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
    ...createWorkspaceSearch(files, ripgrep),
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
  const { real, shown } = diskPlaces(roots);
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
        const listed = await Promise.all(entries.map(entry => readEntry(entry, folder, real)));
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
      if (bytes === undefined) throw fileErrors.fileNotFound(shown(file));
      return decodeText(bytes);
    },
  };
}

async function readEntry(entry: Dirent, folder: Location, real: DiskPlaces['real']): Promise<Entry> {
  const isLink = entry.isSymbolicLink();
  const kind = isLink ? await linkedKind(child(folder, entry.name), real) : kindOf(entry);
  return { name: entry.name, kind, isLink };
}

async function linkedKind(link: Location, real: DiskPlaces['real']): Promise<EntryKind> {
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
