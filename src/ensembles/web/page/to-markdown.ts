import Turndown from 'turndown';

export function toMarkdown(node: Node): string {
  const turndown = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
  });
  turndown.addRule('cell', { filter: ['th', 'td'], replacement: asCell });
  turndown.addRule('row', { filter: 'tr', replacement: asRow });
  turndown.addRule('table', { filter: 'table', replacement: content => `\n\n${content.trim()}\n\n` });
  turndown.addRule('tablePart', {
    filter: ['thead', 'tbody', 'tfoot'],
    replacement: content => content,
  });
  return withoutTricks(turndown.turndown(node as HTMLElement));
}

function asCell(content: string): string {
  return ` ${content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')} |`;
}

/** Markdown wants a head, so the first row becomes it. */
function asRow(content: string, row: Node): string {
  const isFirst = (row as Element).closest('table')?.querySelector('tr') === row;
  const cells = (row as Element).querySelectorAll('th, td').length;
  return `|${content}\n${isFirst ? `|${' --- |'.repeat(cells)}\n` : ''}`;
}

/** Removes letters that people can't see and models read: tags, changes of direction, zero-width spaces. */
function withoutTricks(markdown: string): string {
  return markdown
    .replace(/[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u00ad]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
