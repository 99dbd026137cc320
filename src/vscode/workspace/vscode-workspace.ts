import * as vscode from 'vscode';
import { listeners } from '../../converser/ground/async/listeners.ts';
import type {
  DisposableWorkspace,
  Location,
  PathRules,
  Root,
  SearchingIn,
  WorkspaceFiles,
  WorkspaceSearch,
} from '../../converser/words/workspace/workspace.ts';
import type { DiskLook } from '../../ensembles/workspace/disk/disk-look.ts';
import { type ChangeOptions, createVscodeChanges } from './workspace-changes.ts';
import { createVscodeFiles } from './workspace-files.ts';
import { diagnosticsBelow, symbolsFor } from './workspace-knowledge.ts';
import { createWorkspaceRoots } from './workspace-roots.ts';

/** VS Code's interface cannot do these, so they run on the machine where the extension and the files are. */
export interface VscodeWorkspaceOptions extends Pick<ChangeOptions, 'realPath' | 'trash'> {
  readonly pathRules: (folder: string) => PathRules;
  readonly look: (roots: () => readonly Root[]) => DiskLook;
  readonly search: (files: WorkspaceFiles) => WorkspaceSearch;
}

export interface VscodeWorkspace extends DisposableWorkspace, SearchingIn {
  isOnDisk(location: Location): boolean;
  uriOf(location: Location): vscode.Uri;
}

export function createVscodeWorkspace(options: VscodeWorkspaceOptions): VscodeWorkspace {
  const roots = createWorkspaceRoots(options.pathRules);
  const disk = options.look(() => roots.all().filter(root => roots.isOnDisk({ root, path: '' })));
  const files = createVscodeFiles(roots, { disk, realPath: options.realPath });
  const { listen, fire } = listeners<void>();
  const changed = () => fire();
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  const subscriptions = vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(changed),
    watcher.onDidChange(changed),
    watcher.onDidDelete(changed),
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && roots.location(document.uri) !== undefined) fire();
    }),
  );
  return {
    ...files,
    ...options.search(files),
    searchIn: options.search,
    ...createVscodeChanges(roots, { ...options, stat: files.stat }),
    get roots() {
      return roots.all();
    },
    isOnDisk: roots.isOnDisk,
    uriOf: roots.uri,
    diagnostics: below => diagnosticsBelow(roots, below),
    symbols: query => symbolsFor(roots, query),
    onDidChange: listen,
    dispose: () => void subscriptions.dispose(),
  };
}
