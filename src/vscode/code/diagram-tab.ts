import * as vscode from 'vscode';
import { escaped } from '../window/page-html.ts';

/** Shows a mermaid diagram as a picture, in an editor tab of its own. */
export function showDiagram(code: string, extensionUri: vscode.Uri): void {
  const folders = ['dist', 'media'].map(folder => vscode.Uri.joinPath(extensionUri, folder));
  const panel = vscode.window.createWebviewPanel('converser.diagram', 'Diagram', vscode.ViewColumn.Active, {
    enableScripts: true,
    enableFindWidget: true,
    localResourceRoots: folders,
  });
  panel.webview.html = diagramHtml(panel.webview, code, extensionUri);
}

/**
 * Only our own script runs, and nothing is fetched from outside the extension. Styles are free here, because mermaid
 * writes them into the picture; with nothing to fetch, they can't tell anybody anything.
 */
function diagramHtml(webview: vscode.Webview, code: string, extensionUri: vscode.Uri): string {
  const asset = (...path: string[]) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource} 'unsafe-inline'; img-src data:`;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Diagram</title>
    <link rel="stylesheet" href="${asset('media', 'diagram.css')}">
  </head>
  <body>
    <main>
      <p class="problem" role="alert" hidden></p>
      <div class="picture"></div>
      <pre class="source" tabindex="0">${escaped(code)}</pre>
    </main>
    <script type="module" nonce="${nonce}" src="${asset('dist', 'diagram.js')}"></script>
  </body>
</html>`;
}
