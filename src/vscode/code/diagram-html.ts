import { escaped, type PageAssets } from '../common/page-html.ts';

/** Only our own script runs, and nothing is fetched, so the styles that mermaid writes can't leak anything. */
export function diagramHtml(code: string, { source, url, nonce }: PageAssets): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source} 'unsafe-inline'; img-src data:`;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Diagram</title>
    <link rel="stylesheet" href="${url('media', 'diagram.css')}">
  </head>
  <body>
    <main>
      <p class="problem" role="alert" hidden></p>
      <div class="picture"></div>
      <pre class="source" tabindex="0">${escaped(code)}</pre>
    </main>
    <script type="module" nonce="${nonce}" src="${url('dist', 'diagram.js')}"></script>
  </body>
</html>`;
}
