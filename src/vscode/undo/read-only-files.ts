import * as vscode from 'vscode';

export interface ReadOnlyFiles {
  readonly read: (uri: vscode.Uri) => Promise<Uint8Array>;
  /** Without it, nothing ever changes. */
  readonly changing?: {
    readonly version: () => number;
    readonly event: vscode.Event<vscode.FileChangeEvent[]>;
  };
}

/** VS Code gives each scheme to one provider only. */
export function registerReadOnlyFiles(scheme: string, { read, changing }: ReadOnlyFiles): vscode.Disposable {
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changing?.event ?? new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => {}),
    stat: async uri => ({
      type: vscode.FileType.File,
      ctime: 0,
      mtime: changing?.version() ?? 0,
      size: (await read(uri)).length,
    }),
    readFile: read,
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  const options = { isCaseSensitive: true, isReadonly: true };
  return vscode.workspace.registerFileSystemProvider(scheme, provider, options);
}
