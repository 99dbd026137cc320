import type { RealPath } from '../../converser/contain-real.ts';
import type { PathRules, WorkspaceFiles, WorkspaceSearch } from '../../converser/workspace.ts';
import { editorRipgrep } from './editor-ripgrep.ts';
import { moveToFreedesktopTrash } from './freedesktop-trash.ts';
import { pathRulesOf, realPath } from './real-path.ts';
import { createWorkspaceSearch } from './search.ts';

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
    search: files => createWorkspaceSearch(files, { ripgrep: () => editorRipgrep(appRoot) }),
  };
}
