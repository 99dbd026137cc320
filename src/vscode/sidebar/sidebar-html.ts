import * as vscode from 'vscode';

/** Only our own script runs, and nothing is fetched from outside the extension. */
export function sidebarHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const asset = (...path: string[]) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data: blob:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Converser</title>
    <link rel="stylesheet" id="vscode-codicon-stylesheet" href="${asset('dist', 'codicon.css')}">
    <link rel="stylesheet" href="${asset('media', 'sidebar.css')}">
    <link rel="stylesheet" href="${asset('media', 'answers.css')}">
  </head>
  <body>
    <converser-sidebar></converser-sidebar>
    <script type="module" nonce="${nonce}" src="${asset('dist', 'sidebar.js')}"></script>
  </body>
</html>`;
}
