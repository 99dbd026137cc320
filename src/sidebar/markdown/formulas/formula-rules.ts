import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** Reads LaTeX: `$…$`, `\(…\)`, `$$…$$` and `\[…\]`. It becomes code with a class, which `Formulas` replaces. */
export function readFormulas(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;
  parser.inline.ruler.before('escape', 'formula', inlineFormula);
  parser.block.ruler.before('fence', 'formula_block', blockFormula, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  parser.renderer.rules.formula = (tokens, at) => {
    const { content = '', block = false } = tokens[at] ?? {};
    const isDisplay = block || tokens[at]?.meta?.display === true;
    const code = `<code class="formula${isDisplay ? ' display' : ''}">${escapeHtml(content)}</code>`;
    return block ? `<p>${code}</p>\n` : code;
  };
}

interface Delimiters {
  readonly open: string;
  readonly close: string;
}

/** The longer ones first. */
const delimiters: readonly Delimiters[] = [
  { open: '$$', close: '$$' },
  { open: '\\[', close: '\\]' },
  { open: '\\(', close: '\\)' },
  { open: '$', close: '$' },
];

function inlineFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const used = delimiters.find(({ open }) => src.startsWith(open, pos));
  if (used === undefined) return false;
  const start = pos + used.open.length;
  const end = endOf(src, start, used.close);
  if (end === -1) return false;
  const content = src.slice(start, end);
  if (content.trim() === '' || (used.open === '$' && isMoney(src, { pos, start, end }))) return false;
  if (!silent) {
    const token = state.push('formula', 'code', 0);
    token.content = content.trim();
    token.block = false;
    if (used.open === '$$' || used.open === '\\[') token.meta = { display: true };
  }
  state.pos = end + used.close.length;
  return true;
}

/** Where the closing delimiter is that has no backslash before it. */
function endOf(src: string, from: number, close: string): number {
  let end = src.indexOf(close, from);
  while (end !== -1 && close.startsWith('$') && src[end - 1] === '\\') end = src.indexOf(close, end + 1);
  return end;
}

/** Money, shell variables and the like: a formula has no space inside its signs, and no word or number right outside. */
function isMoney(
  src: string,
  { pos, start, end }: { readonly pos: number; readonly start: number; readonly end: number },
): boolean {
  const [before = '', first = '', last = '', after = ''] = [
    src[pos - 1],
    src[start],
    src[end - 1],
    src[end + 1],
  ];
  return /[\p{L}\p{N}$]/u.test(before) || /\s/.test(first) || /\s/.test(last) || /[\p{L}\p{N}]/u.test(after);
}

/** A formula in lines of its own. An empty line ends it, as in LaTeX, so that a lone sign does not swallow the rest. */
function blockFormula(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number) => {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    return state.src.slice(start, state.eMarks[line]);
  };
  const first = lineAt(startLine).trimEnd();
  const used = delimiters.find(({ open }) => open.length === 2 && open !== '\\(' && first.startsWith(open));
  if (used === undefined || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const lines: string[] = [];
  for (let line = startLine; line < endLine && !state.isEmpty(line); line++) {
    if (line > startLine && (state.sCount[line] ?? 0) < state.blkIndent) return false;
    const text = (line === startLine ? first.slice(used.open.length) : lineAt(line)).trimEnd();
    if (!text.endsWith(used.close)) {
      // It goes on after the formula, which is then part of a paragraph.
      if (text.includes(used.close)) return false;
      lines.push(text);
      continue;
    }
    lines.push(text.slice(0, -used.close.length));
    const content = lines.join('\n').trim();
    if (content === '' || content.includes(used.close)) return false;
    if (silent) return true;
    const token = state.push('formula', 'code', 0);
    Object.assign(token, { content, block: true, map: [startLine, line + 1] });
    state.line = line + 1;
    return true;
  }
  return false;
}
