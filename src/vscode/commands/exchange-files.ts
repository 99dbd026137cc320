import * as vscode from 'vscode';

/** Files that you choose. Tests stand in for the dialogs here. */
export interface ExchangeFiles {
  /** Resolves to `undefined` if you choose none. */
  save(file: FileToSave): Promise<SavedFile | undefined>;
  choose(): Promise<vscode.Uri | undefined>;
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
      return uris?.[0];
    },
  };
}

async function open(uri: vscode.Uri): Promise<void> {
  if (uri.path.endsWith('.html')) await vscode.env.openExternal(uri);
  else await vscode.commands.executeCommand('vscode.open', uri);
}
