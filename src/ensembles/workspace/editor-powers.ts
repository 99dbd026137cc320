import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RealPath } from '../../converser/words/workspace/resolve-links.ts';
import type {
  PathRules,
  Root,
  WorkspaceFiles,
  WorkspaceSearch,
} from '../../converser/words/workspace/workspace.ts';
import { type DiskLook, diskLook } from './disk/disk-look.ts';
import { diskPlaces } from './disk/disk-places.ts';
import { moveToFreedesktopTrash, type Trash } from './disk/freedesktop-trash.ts';
import { pathRulesOf, realPath } from './real-path.ts';
import { createWorkspaceSearch } from './search/search.ts';

export interface EditorPowers {
  readonly realPath: RealPath;
  readonly pathRules: (folder: string) => PathRules;
  readonly trash: Trash;
  readonly look: (roots: () => readonly Root[]) => DiskLook;
  readonly search: (files: WorkspaceFiles) => WorkspaceSearch;
}

export function editorPowers(appRoot: string): EditorPowers {
  return {
    realPath,
    pathRules: pathRulesOf,
    trash: moveToFreedesktopTrash,
    look: roots => diskLook(diskPlaces(roots)),
    search: files => createWorkspaceSearch(files, async () => editorRipgrep(appRoot)),
  };
}

/** The editor's ripgrep spares the extension from bringing one. */
export function editorRipgrep(appRoot: string): string | undefined {
  const { platform, arch } = process;
  const program = platform === 'win32' ? 'rg.exe' : 'rg';
  const folders = ['node_modules', 'node_modules.asar.unpacked'].flatMap(modules => [
    path.join(appRoot, modules, '@vscode', 'ripgrep-universal', 'bin', `${platform}-${arch}`),
    path.join(appRoot, modules, '@vscode', `ripgrep-${platform}-${arch}`, 'bin'),
    path.join(appRoot, modules, '@vscode', 'ripgrep', 'bin'),
  ]);
  return folders.map(folder => path.join(folder, program)).find(file => existsSync(file));
}
