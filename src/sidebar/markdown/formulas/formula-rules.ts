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
  const end = endIn(state, start, used.close);
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

/** For each closing delimiter, the offset from which on the text has none: no search starts there again. */
const endless = new WeakMap<StateInline, Map<string, number>>();

function endIn(state: StateInline, from: number, close: string): number {
  const known = endless.get(state) ?? new Map<string, number>();
  if (from >= (known.get(close) ?? Number.POSITIVE_INFINITY)) return -1;
  const end = endOf(state.src, from, close);
  if (end === -1) endless.set(state, known.set(close, from));
  return end;
}

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

interface Barren {
  readonly open: string;
  readonly endLine: number;
  readonly indent: number;
  readonly until: number;
}

/** Lines in which no formula begins that ends: where one has none, those that begin after it have none either. */
const barren = new WeakMap<StateBlock, Barren>();

function isBarren(
  state: StateBlock,
  line: number,
  { open, endLine, indent }: Omit<Barren, 'until'>,
): boolean {
  const known = barren.get(state);
  return known?.open === open && known.endLine === endLine && known.indent === indent && line < known.until;
}

/** A formula in lines of its own. An empty line ends it, as in LaTeX, so that a lone sign does not swallow the rest. */
function blockFormula(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const first = lineAt(state, startLine).trimEnd();
  const used = delimiters.find(({ open }) => open.length === 2 && open !== '\\(' && first.startsWith(open));
  if (used === undefined || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const place = { open: used.open, endLine, indent: state.blkIndent };
  if (isBarren(state, startLine, place)) return false;
  const { content, end } = readLines(state, used, { startLine, endLine });
  if (content === undefined) {
    // Formulas with equal signs end at the next one.
    if (used.open !== used.close) barren.set(state, { ...place, until: end });
    return false;
  }
  if (silent) return true;
  const token = state.push('formula', 'code', 0);
  Object.assign(token, { content, block: true, map: [startLine, end] });
  state.line = end;
  return true;
}

function lineAt({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}

function readLines(
  state: StateBlock,
  { open, close }: Delimiters,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): { readonly content?: string; readonly end: number } {
  const lines: string[] = [];
  let line = startLine;
  for (; line < endLine && !state.isEmpty(line); line++) {
    if (line > startLine && (state.sCount[line] ?? 0) < state.blkIndent) return { end: line };
    const whole = lineAt(state, line).trimEnd();
    const text = line === startLine ? whole.slice(open.length) : whole;
    if (text.endsWith(close)) {
      const content = [...lines, text.slice(0, -close.length)].join('\n').trim();
      return content === '' || content.includes(close) ? { end: line } : { content, end: line + 1 };
    }
    // It goes on after the formula, which is then part of a paragraph.
    if (text.includes(close)) return { end: line };
    lines.push(text);
  }
  return { end: line };
}
