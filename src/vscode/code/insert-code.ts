import * as vscode from 'vscode';
import { warn } from '../common/notices.ts';
import { languageIdOf } from './language-id.ts';

/** Replaces what is selected. Without an open editor, the code goes into a new one. */
export async function insertCode(code: string, language: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return showInNewEditor(`${code}\n`, await languageIdOf(language));
  const { document, selections, viewColumn } = editor;
  const isDone = await editor.edit(edit => {
    for (const selection of selections)
      edit.replace(selection, indented(code, document.lineAt(selection.start.line).text, selection.start));
  });
  if (!isDone)
    void warn(
      `${vscode.workspace.asRelativePath(document.uri)} can’t be changed. Open another file and try again.`,
    );
  else await vscode.window.showTextDocument(document, viewColumn);
}

async function showInNewEditor(content: string, language: string | undefined): Promise<void> {
  const options = language === undefined ? { content } : { content, language };
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(options));
}

/** At a cursor in the indentation of a line, the other lines are indented like it. */
function indented(code: string, line: string, { character }: vscode.Position): string {
  const before = line.slice(0, character);
  const isIndented = before !== '' && before.trim() === '' && !/^\s/.test(code);
  return isIndented ? code.replace(/\n(?=[^\n])/g, `\n${before}`) : code;
}
