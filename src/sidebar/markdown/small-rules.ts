import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';

/** Reads the boxes of task lists: `- [ ] to do` and `- [x] done`. */
export function readTaskBoxes(parser: MarkdownIt): void {
  parser.core.ruler.after('inline', 'task_box', ({ tokens }: StateCore) => {
    if (tokens === null) return;
    for (const [at, token] of tokens.entries()) {
      const isFirst = tokens[at - 1]?.type === 'paragraph_open' && tokens[at - 2]?.type === 'list_item_open';
      if (token.type === 'inline' && isFirst) addBox(token, tokens[at - 2]);
    }
  });
  parser.renderer.rules.task_box = (tokens, at) =>
    `<span class="task-box${tokens[at]?.meta?.done === true ? ' done' : ''}"></span>`;
}

function addBox({ children }: Token, item: Token | undefined): void {
  const [text] = children ?? [];
  const box = text?.type === 'text' ? /^\[([ xX])\](?=\s|$)\s?/.exec(text.content) : null;
  if (!text || !children || !item || box === null) return;
  text.content = text.content.slice(box[0].length);
  const token = Object.assign(Object.create(Object.getPrototypeOf(text)) as Token, text, {
    type: 'task_box',
    content: '',
    meta: { done: box[1] !== ' ' },
  });
  children.unshift(token);
  item.attrJoin('class', 'task');
}

/** HTML that only says how a few words look, and has no attributes. All other HTML stays text. */
const harmless = /^<(\/?)(kbd|sub|sup|mark|u|b|i|em|strong)>|^<br\s?\/?>/i;

/** Reads `<kbd>Ctrl</kbd>`, `<br>` and the like, which models put into Markdown. */
export function readHarmlessHtml(parser: MarkdownIt): void {
  parser.inline.ruler.before('autolink', 'harmless_html', (state: StateInline, silent: boolean) => {
    const [tag, slash, name = ''] = harmless.exec(state.src.slice(state.pos, state.pos + 12)) ?? [];
    if (tag === undefined) return false;
    const isWhole = name === '' || (slash === '' ? isClosed(state, name) : isOpen(state, name));
    if (!isWhole) return false;
    if (!silent) state.push('html_inline', '', 0).content = tag;
    state.pos += tag.length;
    return true;
  });
}

function isClosed({ src, pos }: StateInline, name: string): boolean {
  return src.toLowerCase().includes(`</${name.toLowerCase()}>`, pos);
}

function isOpen({ tokens }: StateInline, name: string): boolean {
  const tags = tokens
    .filter(({ type }) => type === 'html_inline')
    .map(({ content }) => content.toLowerCase());
  const count = (tag: string) => tags.filter(each => each === tag).length;
  return count(`<${name.toLowerCase()}>`) > count(`</${name.toLowerCase()}>`);
}
