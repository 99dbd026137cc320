import createMarkdownIt, { type Env, type MarkdownIt, type Token } from 'markdown-it';
import { parseInfo } from './code/fence-info.ts';
import { readFormulas } from './formulas/formula-rules.ts';
import { readHarmlessHtml, readTaskBoxes } from './small-rules.ts';

export interface MarkdownParser {
  findBlocks(markdown: string): readonly number[];
  toHtml(markdown: string): string;
  /** Link definitions were met, which may concern text before them. */
  hasDefinitions(): boolean;
}

/** One parser reads one text: what it defines for links holds for all of its blocks. */
export function createMarkdownParser(): MarkdownParser {
  const env: Env = {};
  return {
    findBlocks: markdown => markdownIt.parse(markdown, env).flatMap(startLine),
    toHtml: markdown => markdownIt.render(markdown, env.references ? { references: env.references } : {}),
    hasDefinitions: () => Object.keys(env.references ?? {}).length > 0,
  };
}

export function plainText(markdown: string): string {
  const html = createMarkdownParser().toHtml(markdown);
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
}

const markdownIt = safeMarkdownIt();

function safeMarkdownIt(): MarkdownIt {
  const parser = createMarkdownIt({ html: false, linkify: true });
  // Without a scheme nothing is an address: README.md would be a host in Moldova.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  // `safeFragment` decides which links to keep. The others are shown by their text, not by their source.
  parser.validateLink = () => true;
  // Fetching an image would tell its server that you have seen it, so a link is shown instead.
  parser.renderer.rules.image = (tokens, at) => {
    const { escapeHtml } = parser.utils;
    const address = escapeHtml(String(tokens[at]?.attrGet('src') ?? ''));
    return `<a href="${address}">${escapeHtml(tokens[at]?.content || 'image')}</a>`;
  };
  // The page's content policy blocks style attributes, which is how cells are aligned otherwise.
  parser.renderer.rules.th_open = alignedCell;
  parser.renderer.rules.td_open = alignedCell;
  parser.renderer.rules.fence = fence;
  parser.use(readFormulas).use(readTaskBoxes).use(readHarmlessHtml);
  return parser;
}

function alignedCell(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  const side = /text-align:(left|center|right)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
  return side === undefined ? `<${token?.tag}>` : `<${token?.tag} class="align-${side}">`;
}

function fence(tokens: readonly Token[], at: number): string {
  const { escapeHtml } = markdownIt.utils;
  const { content, info } = tokens[at] ?? { content: '', info: '' };
  const { language, file } = parseInfo(info.trim());
  const classes = [
    language === '' ? '' : `language-${language}`,
    file === undefined ? '' : `file-${encodeURIComponent(file.toWellFormed())}`,
  ].filter(Boolean);
  const named = classes.length === 0 ? '' : ` class="${escapeHtml(classes.join(' '))}"`;
  return `<pre><code${named}>${escapeHtml(content)}</code></pre>\n`;
}

function startLine({ level, nesting, map }: Token): readonly number[] {
  return level === 0 && nesting !== -1 && map ? [map[0]] : [];
}
