export interface PageAssets {
  /** The content policy allows this source for styles and fonts. */
  readonly source: string;
  readonly url: (...path: readonly string[]) => string;
  /** Only the script with this nonce may run. */
  readonly nonce: string;
}

export function reportPageHtml(title: string, { source, url, nonce }: PageAssets): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}; font-src ${source}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${url('dist', 'codicon.css')}">
    <link rel="stylesheet" href="${url('media', 'card.css')}">
  </head>
  <body>
    <main></main>
    <script type="module" nonce="${nonce}" src="${url('dist', 'report.js')}"></script>
  </body>
</html>`;
}

/** Text from models, servers and files is never markup. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
