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
import { editorRipgrep } from './search/ripgrep/editor-ripgrep.ts';
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
