import * as vscode from 'vscode';

export async function workspaceUri(path: string): Promise<vscode.Uri | undefined> {
  const normal = path.replaceAll('\\', '/');
  if (normal.split('/').includes('..') || /^([a-z]+:|\/\/)/i.test(normal)) return undefined;
  for (const uri of candidates(normal)) {
    if (vscode.workspace.getWorkspaceFolder(uri) !== undefined && (await exists(uri))) return uri;
  }
  return undefined;
}

function* candidates(path: string): Generator<vscode.Uri, void> {
  for (const { uri, name } of vscode.workspace.workspaceFolders ?? []) {
    if (path.startsWith('/')) yield uri.with({ path });
    else yield vscode.Uri.joinPath(uri, path);
    if (path.startsWith(`${name}/`)) yield vscode.Uri.joinPath(uri, path.slice(name.length + 1));
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
