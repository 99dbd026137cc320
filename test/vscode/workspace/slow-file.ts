import * as vscode from 'vscode';

export interface SlowFile extends vscode.Disposable {
  readonly uri: vscode.Uri;
  /** Resolves when VS Code begins to write. */
  readonly writing: Promise<void>;
  /** Lets it end. */
  write(): void;
  text(): string;
}

let made = 0;

/** A file on a disk that takes until you say so to write. */
export function slowFile(text: string): SlowFile {
  let contents: Uint8Array = Buffer.from(text);
  let mtime = 1;
  const began = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const nothing = () => {};
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(nothing),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime, size: contents.length }),
    readFile: () => contents,
    async writeFile(_, bytes) {
      began.resolve();
      await letGo.promise;
      contents = bytes;
      mtime++;
    },
    readDirectory: () => [],
    ...{ createDirectory: nothing, delete: nothing, rename: nothing },
  };
  const scheme = `slow-${++made}`;
  const registration = vscode.workspace.registerFileSystemProvider(scheme, provider, {
    isCaseSensitive: true,
  });
  return {
    uri: vscode.Uri.from({ scheme, path: '/slow.txt' }),
    writing: began.promise,
    write: letGo.resolve,
    text: () => new TextDecoder().decode(contents),
    dispose: () => registration.dispose(),
  };
}
