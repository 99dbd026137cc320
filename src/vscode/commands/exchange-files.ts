import * as vscode from 'vscode';
import { readSaved } from '../workspace/read-saved.ts';

/** Files that you choose. Tests stand in for the dialogs here. */
export interface ExchangeFiles {
  /** Resolves to `undefined` if you choose none. */
  save(file: FileToSave): Promise<SavedFile | undefined>;
  /** Resolves to an address that `read` takes, as it takes an absolute path. */
  choose(): Promise<string | undefined>;
  /** Rejects for more than `most` bytes. */
  read(file: string, most: number): Promise<Uint8Array>;
}

export interface FileToSave {
  readonly name: string;
  readonly kind: { readonly name: string; readonly extension: string };
  readonly text: string;
}

export interface SavedFile {
  readonly name: string;
  open(): Promise<void>;
}

export function createExchangeFiles(): ExchangeFiles {
  return {
    async save({ name, kind, text }) {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      const uri = await vscode.window.showSaveDialog({
        title: 'Export Conversation',
        filters: { [kind.name]: [kind.extension] },
        ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
      });
      if (uri === undefined) return undefined;
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
      return { name: uri.path.slice(uri.path.lastIndexOf('/') + 1), open: () => open(uri) };
    },
    async choose() {
      const uris = await vscode.window.showOpenDialog({
        title: 'Import Conversation',
        openLabel: 'Import',
        filters: { Conversations: ['json', 'jsonl', 'zst'], 'All files': ['*'] },
      });
      return uris?.[0]?.toString();
    },
    read: (file, most) =>
      readSaved(/^[a-z][a-z\d+.-]+:/i.test(file) ? vscode.Uri.parse(file) : vscode.Uri.file(file), most),
  };
}

async function open(uri: vscode.Uri): Promise<void> {
  if (uri.path.endsWith('.html')) await vscode.env.openExternal(uri);
  else await vscode.commands.executeCommand('vscode.open', uri);
}
