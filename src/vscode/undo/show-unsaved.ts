import * as vscode from 'vscode';
import { orAborted } from '../../converser/ground/async/abort.ts';
import { hasSameText } from '../../converser/words/workspace/line-endings.ts';
import { currentText, editDocument } from '../workspace/edit-document.ts';

/** Rejects if the editor refuses. */
export async function showUnsaved(uri: vscode.Uri, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await reloaded(document);
  const isShown = await editDocument(document, async () => {
    const end = document.lineAt(document.lineCount - 1).range.end;
    return [vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), end), text)];
  });
  if (isShown !== true) throw new Error('the editor refused to show what you had not saved.');
}

/** VS Code reads a file again some time after it has changed, and what is edited before that can't be saved later. */
async function reloaded(document: vscode.TextDocument): Promise<void> {
  const saved = await currentText(document);
  let seen: vscode.Disposable | undefined;
  const shown = new Promise<void>(resolve => {
    const look = () => {
      if (hasSameText(document.getText(), saved.text)) resolve();
    };
    seen = vscode.workspace.onDidChangeTextDocument(change => {
      if (change.document === document) look();
    });
    look();
  });
  await orAborted(shown, AbortSignal.timeout(patience));
  seen?.dispose();
}

/** In milliseconds. */
const patience = 5000;
