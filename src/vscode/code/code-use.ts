import * as vscode from 'vscode';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { warn } from '../common/notices.ts';
import { createTextDiffs } from '../common/text-diffs.ts';
import { type AnsweredCode, applyCode } from './apply-code.ts';
import { diagramHtml } from './diagram-html.ts';
import { languageIdOf } from './language-id.ts';

export interface CodeUse {
  insert(code: string, language: string): Promise<void>;
  apply(code: AnsweredCode): Promise<void>;
  showDiagram(code: string): void;
}

export function createCodeUse({
  ask,
  extensionUri,
}: {
  readonly ask: Pick<AskUser, 'confirm'>;
  readonly extensionUri: vscode.Uri;
}): CodeUse & vscode.Disposable {
  const diffs = createTextDiffs('converser-code');
  return {
    insert: insertCode,
    apply: code => applyCode(code, { ask, diffs }),
    showDiagram: code => showDiagram(code, extensionUri),
    dispose: diffs.dispose,
  };
}

function showDiagram(code: string, extensionUri: vscode.Uri): void {
  const folders = ['dist', 'media'].map(folder => vscode.Uri.joinPath(extensionUri, folder));
  const { webview } = vscode.window.createWebviewPanel(
    'converser.diagram',
    'Diagram',
    vscode.ViewColumn.Active,
    { enableScripts: true, enableFindWidget: true, localResourceRoots: folders },
  );
  webview.html = diagramHtml(code, {
    source: webview.cspSource,
    url: (...path) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString(),
    nonce: crypto.randomUUID(),
  });
}

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
