import * as vscode from 'vscode';
import { uniqueNames } from '../../converser/words/workspace/paths.ts';
import type { Location, PathRules, Root } from '../../converser/words/workspace/workspace.ts';

export interface WorkspaceRoots {
  /** Folders can be added and removed at any time. */
  all(): readonly Root[];
  uri(location: Location): vscode.Uri;
  location(uri: vscode.Uri): Location | undefined;
  isOnDisk(location: Location): boolean;
}

export function createWorkspaceRoots(pathRules: (folder: string) => PathRules): WorkspaceRoots {
  const known = new Map<string, PathRules>();

  function rulesOf(uri: vscode.Uri): PathRules {
    const key = uri.toString();
    // The paths of virtual folders are taken literally.
    const rules =
      known.get(key) ?? (isDisk(uri) ? pathRules(uri.fsPath) : { foldsCase: false, windows: false });
    known.set(key, rules);
    return rules;
  }

  function all(): readonly Root[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const names = uniqueNames(folders.map(({ name }) => name));
    return folders.map(({ uri }, index) => {
      const rules = rulesOf(uri);
      return { name: names[index] ?? uri.path, rules, path: rootPath(uri, rules) };
    });
  }

  function folderOf(root: Root): vscode.WorkspaceFolder {
    const index = all().findIndex(({ name, path }) => name === root.name && path === root.path);
    const folder = vscode.workspace.workspaceFolders?.[index];
    if (folder === undefined) throw new Error(`The folder ${root.name} is no longer open.`);
    return folder;
  }

  return {
    all,
    uri({ root, path }) {
      const { uri } = folderOf(root);
      return path === '' ? uri : vscode.Uri.joinPath(uri, path);
    },
    location(uri) {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      const root = folder === undefined ? undefined : all()[folder.index];
      if (folder === undefined || root === undefined) return undefined;
      return { root, path: uri.path.slice(folder.uri.path.length).replace(/^\/+/, '') };
    },
    isOnDisk: ({ root }) => isDisk(folderOf(root).uri),
  };
}

/** Also true in a remote window, where the extension runs on the machine of the files. */
function isDisk({ scheme }: vscode.Uri): boolean {
  return scheme === 'file';
}

function rootPath(uri: vscode.Uri, { windows }: PathRules): string {
  const path = windows ? uri.fsPath.replaceAll('\\', '/') : isDisk(uri) ? uri.fsPath : uri.path;
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}
