import * as vscode from 'vscode';
import type { DiskJournal } from '../../ensembles/workspace/journal/disk-journal.ts';

export interface KeptFiles extends vscode.Disposable {
  /** @param hash of the content, as the record has it */
  uri(file: KeptFile): vscode.Uri;
}

export interface KeptFile {
  readonly record: string;
  readonly hash: string;
  /** VS Code names the file and knows its language by the absolute path. */
  readonly path: string;
}

/** @param scheme of the addresses; VS Code gives each to one provider only */
export function createKeptFiles(journal: Pick<DiskJournal, 'find'>, scheme: string): KeptFiles {
  async function read(uri: vscode.Uri): Promise<Uint8Array> {
    const [id = '', hash = ''] = uri.query.split('/');
    const record = await journal.find(id);
    if (record === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return record.bytes(hash);
  }
  const readOnly = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const registration = vscode.workspace.registerFileSystemProvider(
    scheme,
    {
      onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
      watch: () => new vscode.Disposable(() => {}),
      stat: async uri => ({
        type: vscode.FileType.File,
        ctime: 0,
        mtime: 0,
        size: (await read(uri)).length,
      }),
      readFile: read,
      readDirectory: () => [],
      createDirectory: readOnly,
      writeFile: readOnly,
      delete: readOnly,
      rename: readOnly,
    },
    { isCaseSensitive: true, isReadonly: true },
  );
  return {
    uri: ({ record, hash, path }) => vscode.Uri.file(path).with({ scheme, query: `${record}/${hash}` }),
    dispose: () => void registration.dispose(),
  };
}
