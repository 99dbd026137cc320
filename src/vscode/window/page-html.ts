/** Where a page's own files are. */
export interface PageAssets {
  /** The source that the content policy allows for styles and fonts. */
  readonly source: string;
  readonly url: (...path: readonly string[]) => string;
}

/** A page without scripts, in the colours of the theme. What it does are links to commands. */
export function pageHtml(
  { title, body }: { readonly title: string; readonly body: string },
  { source, url }: PageAssets,
): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; font-src ${source}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${url('dist', 'codicon.css')}">
    <link rel="stylesheet" href="${url('media', 'card.css')}">
  </head>
  <body>
    ${body}
  </body>
</html>`;
}

/** Text from models, servers and files is never markup. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
