import type { RealPath } from '../../converser/workspace/resolve-links.ts';
import type { PathRules, WorkspaceFiles, WorkspaceSearch } from '../../converser/workspace/workspace.ts';
import { moveToFreedesktopTrash } from './disk/freedesktop-trash.ts';
import { pathRulesOf, realPath } from './real-path.ts';
import { editorRipgrep } from './search/editor-ripgrep.ts';
import { createWorkspaceSearch } from './search/search.ts';

/** What an editor's workspace needs of the machine it runs on. */
export interface EditorPowers {
  readonly realPath: RealPath;
  readonly pathRules: (folder: string) => PathRules;
  readonly trash: (absolutePath: string) => Promise<boolean>;
  readonly search: (files: WorkspaceFiles) => WorkspaceSearch;
}

/** `appRoot` is where the editor is installed: its ripgrep is used. */
export function editorPowers(appRoot: string): EditorPowers {
  return {
    realPath,
    pathRules: pathRulesOf,
    trash: moveToFreedesktopTrash,
    search: files => createWorkspaceSearch(files, async () => editorRipgrep(appRoot)),
  };
}
