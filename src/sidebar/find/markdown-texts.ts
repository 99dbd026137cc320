import createMarkdownIt, { type Token } from 'markdown-it';

const parser = createMarkdownIt({ html: false });

export function markdownTexts(markdown: string): readonly string[] {
  return parser.parse(markdown, {}).flatMap(textOf);
}

function textOf(token: Token): readonly string[] {
  if (token.type === 'fence' || token.type === 'code_block') return [token.content];
  if (token.type !== 'inline') return [];
  return [
    (token.children ?? []).map(({ type, content }) => (type.endsWith('break') ? '\n' : content)).join(''),
  ];
}
