import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';

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

export function readHarmlessHtml(parser: MarkdownIt): void {
  parser.inline.ruler.before('autolink', 'harmless_html', (state: StateInline, silent: boolean) => {
    const [tag, slash, written = ''] = harmless.exec(state.src.slice(state.pos, state.pos + 12)) ?? [];
    if (tag === undefined) return false;
    const name = written.toLowerCase();
    const isWhole = name === '' || (slash === '' ? isClosed(state, name) : isOpen(state, name));
    if (!isWhole) return false;
    if (!silent) {
      state.push('html_inline', '', 0).content = tag;
      count(state, name, slash === '' ? 1 : -1);
    }
    state.pos += tag.length;
    return true;
  });
}

interface Tags {
  readonly source: string;
  /** Where the last closing tag of a name stands; -1: nowhere. */
  readonly lastClosing: Map<string, number>;
  readonly open: Map<string, number>;
}

/** Counted once, so that each tag doesn't search the whole text again. */
const tagsIn = new WeakMap<StateInline, Tags>();

function tagsOf(state: StateInline): Tags {
  const tags = tagsIn.get(state) ?? {
    source: state.src.toLowerCase(),
    lastClosing: new Map<string, number>(),
    open: new Map<string, number>(),
  };
  tagsIn.set(state, tags);
  return tags;
}

function isClosed(state: StateInline, name: string): boolean {
  const { source, lastClosing } = tagsOf(state);
  const last = lastClosing.get(name) ?? source.lastIndexOf(`</${name}>`);
  lastClosing.set(name, last);
  return last >= state.pos;
}

function isOpen(state: StateInline, name: string): boolean {
  return (tagsOf(state).open.get(name) ?? 0) > 0;
}

function count(state: StateInline, name: string, more: number): void {
  const { open } = tagsOf(state);
  open.set(name, (open.get(name) ?? 0) + more);
}
