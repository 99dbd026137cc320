import * as vscode from 'vscode';
import { orAborted } from '../../converser/ground/async/abort.ts';
import { hasSameText } from '../../converser/words/workspace/line-endings.ts';
import type { LineChange } from '../../ensembles/workspace/edit/line-changes.ts';
import { readSaved } from './read-saved.ts';
import { isUnsaved } from './unsaved.ts';

export interface CurrentText {
  readonly text: string;
  /** Holds what is saved, unless an editor has yet to save the text. */
  readonly saved?: Uint8Array;
}

/** VS Code takes a while to read what another program has changed, and shows the old text until then. */
export async function currentText(document: vscode.TextDocument): Promise<CurrentText> {
  const { uri, encoding } = document;
  if (isUnsaved(document) || !isInFileSystem(uri)) return { text: document.getText() };
  const saved = await readSaved(uri);
  const text = await vscode.workspace.decode(saved, { encoding });
  if (isUnsaved(document)) return { text: document.getText() };
  return { text: text.replace(/^\uFEFF/, ''), saved };
}

/**
 * VS Code reads a file again some time after another program has changed it, and can't save what is edited before that. It
 * never does where you undid an edit while it was being saved: then the file may differ, and what the editor shows is saved.
 *
 * @param patience in milliseconds
 */
export async function untilRead(document: vscode.TextDocument, patience = 5000): Promise<void> {
  // A file that is gone can't be read.
  const saved = await currentText(document).catch(() => undefined);
  if (saved === undefined) return;
  let seen: vscode.Disposable | undefined;
  const isRead = new Promise<void>(resolve => {
    const look = () => {
      // VS Code won't read over what you type meanwhile.
      if (isUnsaved(document) || hasSameText(document.getText(), saved.text)) resolve();
    };
    seen = vscode.workspace.onDidChangeTextDocument(change => {
      if (change.document === document) look();
    });
    look();
  });
  await orAborted(isRead, AbortSignal.timeout(patience));
  seen?.dispose();
}

function isInFileSystem({ scheme }: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
}

/** Works edits out again where VS Code has read the file since; `undefined` gives up, `false`: refused. */
export async function editDocument(
  document: vscode.TextDocument,
  workOut: () => Promise<readonly vscode.TextEdit[] | undefined>,
): Promise<boolean | undefined> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { version } = document;
    const edits = await workOut();
    if (edits === undefined) return undefined;
    if (document.version !== version) continue;
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, [...edits]);
    // VS Code compares the version once more, with that of the window.
    if (await vscode.workspace.applyEdit(edit)) return true;
  }
  return false;
}

/** A file that some program writes all the time must not keep us. */
const mostTries = 8;

/** Takes a change back. One at the end of the file has no line after it. */
export function editFor(
  { oldStart, oldCount, newStart, newCount }: LineChange,
  { document, old }: { readonly document: vscode.TextDocument; readonly old: readonly string[] },
): vscode.TextEdit {
  const ending = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const lines = old.slice(oldStart, oldStart + oldCount);
  const end = newStart + newCount;
  if (end < document.lineCount) {
    const range = new vscode.Range(newStart, 0, end, 0);
    return vscode.TextEdit.replace(range, lines.map(line => line + ending).join(''));
  }
  const last = document.lineAt(document.lineCount - 1).range.end;
  if (newStart === 0)
    return vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), last), lines.join(ending));
  const start = document.lineAt(newStart - 1).range.end;
  return vscode.TextEdit.replace(new vscode.Range(start, last), lines.map(line => ending + line).join(''));
}
