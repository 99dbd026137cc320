import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { absolutePath, uniqueNames } from '../../../converser/words/workspace/paths.ts';
import type {
  DisposableWorkspace,
  Root,
  SearchingIn,
  WorkspaceFiles,
} from '../../../converser/words/workspace/workspace.ts';
import { pathRulesOf, slashed } from '../real-path.ts';
import { createWorkspaceSearch } from '../search/search.ts';
import { diskChanges } from './disk-changes.ts';
import { diskLook } from './disk-look.ts';
import { diskPlaces } from './disk-places.ts';
import { createDiskWatch } from './disk-watch.ts';
import { moveToFreedesktopTrash, type Trash } from './freedesktop-trash.ts';
import { decodeText } from './text-encoding.ts';

export interface NodeWorkspaceOptions {
  readonly roots: readonly string[];
  readonly trash?: Trash;
  /** Without it, folders are walked. */
  readonly ripgrep?: () => Promise<string | undefined>;
}

export function createNodeWorkspace(options: NodeWorkspaceOptions): DisposableWorkspace & SearchingIn {
  const roots = openRoots(options.roots);
  const watch = createDiskWatch();
  const places = diskPlaces(() => roots);
  const { stat, list, open, bytes } = diskLook(places, watch.visit);
  const files: WorkspaceFiles = {
    roots,
    uri: location => pathToFileURL(absolutePath(location)).href,
    unsaved: () => [],
    realLocation: async location => (await places.real(location)).location,
    stat,
    list,
    openFolder: open,
    read: async (file, guard) => decodeText(await bytes(file, guard)),
  };
  const { trash = moveToFreedesktopTrash, ripgrep = packagedRipgrep } = options;
  const searchIn = (among: WorkspaceFiles) => createWorkspaceSearch(among, ripgrep);
  return {
    ...files,
    ...searchIn(files),
    searchIn,
    ...diskChanges(places, trash),
    onDidChange: watch.onDidChange,
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

/** For hosts without an editor. Resolves to `undefined` if the npm package isn't installed. */
export async function packagedRipgrep(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return undefined;
  }
}
