import * as vscode from 'vscode';

const ending = '.jsonl';

/** Other windows of the workspace write there, too. */
export function followFiles(folder: string, changed: (conversation: string) => void): vscode.Disposable {
  const uri = vscode.Uri.file(folder);
  const tell = ({ path }: vscode.Uri) => changed(path.slice(path.lastIndexOf('/') + 1, -ending.length));
  const watching = new vscode.RelativePattern(uri, `*${ending}`);
  const watcher = vscode.workspace.createFileSystemWatcher(watching);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(tell),
    watcher.onDidChange(tell),
    watcher.onDidDelete(tell),
  );
}
