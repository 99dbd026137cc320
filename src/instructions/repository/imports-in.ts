import type { MarkdownIt, Token } from 'markdown-it';

const mention = /(?<=^|\s)@((?:\\ |[^\s`])+)/g;

/** Finds the paths that `@` names in Markdown, except in code and comments. */
export async function importsIn(markdown: string): Promise<readonly string[]> {
  if (markdown.search(mention) === -1) return [];
  const parser = await createParser();
  const prose = parser.parse(markdown, {}).map(proseOf).join('\n');
  const paths = [...prose.matchAll(mention)].map(([, path = '']) =>
    path.replaceAll('\\ ', ' ').replace(/[.,;:!?)\]}'"]+$/, ''),
  );
  return [...new Set(paths)].filter(path => path !== '');
}

export function isOnlyImports(markdown: string): boolean {
  return markdown.replace(mention, '').trim() === '';
}

/** Without emphasis and links, so that a path such as `docs/__init__.md` stays whole. */
async function createParser(): Promise<MarkdownIt> {
  const { default: createMarkdownIt } = await import('markdown-it');
  const parser = createMarkdownIt('commonmark');
  parser.inline.ruler.enableOnly(['text', 'newline', 'escape', 'backticks', 'html_inline']);
  parser.inline.ruler2.enableOnly([]);
  return parser;
}

/** Each piece of code becomes a backtick, before and after which nothing is imported. */
function proseOf({ type, content, children }: Token): string {
  if (type === 'html_block') return content.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  return (children ?? [])
    .map(each => (each.type === 'text' ? each.content : each.type === 'code_inline' ? '`' : '\n'))
    .join('');
}
