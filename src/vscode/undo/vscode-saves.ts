import * as vscode from 'vscode';
import type { EditorSaves } from '../../ensembles/workspace/journal/watch/editor-saves.ts';
import { isUnsaved } from '../workspace/unsaved.ts';

export const editorSaves: EditorSaves = {
  listen: ({ saving, saved }) =>
    vscode.Disposable.from(
      vscode.workspace.onWillSaveTextDocument(event => {
        if (isOnDisk(event.document)) event.waitUntil(saving(event.document.uri.fsPath).then(() => []));
      }),
      vscode.workspace.onDidSaveTextDocument(document => {
        if (isOnDisk(document)) void saved(document.uri.fsPath, bytesOf(document));
      }),
      vscode.workspace.onWillSaveNotebookDocument(event => {
        if (isOnDisk(event.notebook)) event.waitUntil(saving(event.notebook.uri.fsPath));
      }),
      vscode.workspace.onDidSaveNotebookDocument(notebook => {
        if (isOnDisk(notebook)) void saved(notebook.uri.fsPath, Promise.resolve(undefined));
      }),
    ),
};

function isOnDisk({ uri }: { readonly uri: vscode.Uri }): boolean {
  return uri.scheme === 'file';
}

/** A command may write the file at once again. If you type on, only the file tells what was saved. */
async function bytesOf(document: vscode.TextDocument): Promise<Uint8Array | undefined> {
  if (isUnsaved(document)) return undefined;
  return vscode.workspace.encode(document.getText(), { encoding: document.encoding });
}
