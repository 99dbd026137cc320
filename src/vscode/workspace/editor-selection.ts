import * as vscode from 'vscode';
import { codeBlock } from '../../converser/words/texts/markdown-code.ts';

/** With no selection, names the file alone. */
export function describeSelection({ document, selection }: vscode.TextEditor): string {
  const path = vscode.workspace.asRelativePath(document.uri);
  const code = document.getText(selection).replace(/\r?\n$/, '');
  if (code === '') return `\`${path}\`:\n`;
  return `${linesText(selection)} of \`${path}\`:\n\n${codeBlock(code, document.languageId)}\n`;
}

export function linesText({ start, end }: vscode.Range): string {
  const first = start.line + 1;
  // A selection of whole lines ends before the first character of the next one.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return first === last ? `Line ${first}` : `Lines ${first} to ${last}`;
}
