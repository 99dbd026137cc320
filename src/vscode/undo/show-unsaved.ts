import * as vscode from 'vscode';
import { orAborted } from '../../converser/async/abort.ts';

/** Puts text into the editor of a file without saving it, as you had left it. Rejects if the editor refuses. */
export async function showUnsaved(uri: vscode.Uri, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await reloaded(document);
  const end = document.lineAt(document.lineCount - 1).range.end;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error('the editor refused to show what you had not saved.');
}

/**
 * Waits until the editor shows what is on the disk. It reads a file again some time after it has changed, and what is
 * edited before that can't be saved later.
 */
async function reloaded(document: vscode.TextDocument): Promise<void> {
  const { uri } = document;
  const saved = await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
  let seen: vscode.Disposable | undefined;
  const shown = new Promise<void>(resolve => {
    const look = () => {
      if (document.getText() === saved) resolve();
    };
    seen = vscode.workspace.onDidChangeTextDocument(change => {
      if (change.document === document) look();
    });
    look();
  });
  await orAborted(shown, AbortSignal.timeout(patience));
  seen?.dispose();
}

/** Milliseconds. */
const patience = 5000;
