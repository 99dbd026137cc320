import * as vscode from 'vscode';
import { editDocument, untilRead } from '../workspace/edit-document.ts';

/** Rejects if the editor refuses. */
export async function showUnsaved(uri: vscode.Uri, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await untilRead(document);
  const isShown = await editDocument(document, async () => {
    const end = document.lineAt(document.lineCount - 1).range.end;
    return [vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), end), text)];
  });
  if (isShown !== true) throw new Error('the editor refused to show what you had not saved.');
}
