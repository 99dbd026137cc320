import * as vscode from 'vscode';
import type { DiskJournal } from '../../ensembles/workspace/journal/disk-journal.ts';
import { registerReadOnlyFiles } from './read-only-files.ts';

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
  const registration = registerReadOnlyFiles(scheme, { read });
  return {
    uri: ({ record, hash, path }) => vscode.Uri.file(path).with({ scheme, query: `${record}/${hash}` }),
    dispose: () => void registration.dispose(),
  };
}
