import * as vscode from 'vscode';
import { diagramHtml } from './diagram-html.ts';

export function showDiagram(code: string, extensionUri: vscode.Uri): void {
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
