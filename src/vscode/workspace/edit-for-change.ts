import * as vscode from 'vscode';
import type { LineChange } from '../../ensembles/workspace/edit/line-changes.ts';

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
