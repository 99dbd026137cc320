/**
 * A pattern of JavaScript, as JSON Schema has it (with the flag `u`), in the syntax of RE2. What is meant stays the
 * same: which texts match. What is caught in groups does not, because nobody asks for it.
 *
 * Throws where RE2 has nothing of the kind: what looks ahead or behind, and what refers back.
 *
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function linearSyntax(pattern: string): string {
  return pattern.replace(piece, written => {
    if (written.startsWith('[')) return setOf(written);
    if (written.startsWith('(')) return groupOf(written);
    return written === '.' ? '[^\\n\\r\\x{2028}\\x{2029}]' : escapeOf(written);
  });
}

const escaped = String.raw`\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|x..|c.|[pP]\{[^}]*\}|.)`;
const piece = new RegExp(String.raw`\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<[^=!][^>]*>|.))?|\.|${escaped}`, 'gsu');
const pieceOfSet = new RegExp(String.raw`\[|${escaped}`, 'gsu');

/** To RE2, `[` within a set may begin the name of a class, and `]` at its beginning belongs to it. */
function setOf(written: string): string {
  if (written === '[]') return '[^\\x{0}-\\x{10ffff}]';
  if (written === '[^]') return '[\\x{0}-\\x{10ffff}]';
  const [, start = '', inner = ''] = /^(\[\^?)(.*)\]$/su.exec(written) ?? [];
  return `${start}${inner.replace(pieceOfSet, one => (one === '[' ? '\\[' : escapeInSet(one)))}]`;
}

/** Names may be such as RE2 does not take, and may come twice. */
function groupOf(written: string): string {
  if (written === '(' || written === '(?:' || written.endsWith('>')) return '(?:';
  throw new Error(`${written} is not for a linear engine`);
}

/** RE2 knows only the spaces of ASCII. */
const spaces = [
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}',
  '\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}',
].join('');
const others = [
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}',
  '\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}',
].join('');

function escapeOf(written: string): string {
  return /^\\s$/i.test(written) ? `[${escapeInSet(written)}]` : character(written);
}

function escapeInSet(written: string): string {
  if (written === '\\s') return spaces;
  if (written === '\\S') return others;
  return written === '\\b' ? '\\x{8}' : character(written);
}

function character(written: string): string {
  const code = codeOf(written);
  if (code !== undefined) return `\\x{${code.toString(16)}}`;
  if (/^\\[1-9k]/.test(written)) throw new Error(`${written} is not for a linear engine`);
  // RE2 knows scripts and categories by their names alone.
  return written.replace(/\{(?:Script|sc|General_Category|gc)=/, '{');
}

/** What is written by its number. Two halves of one character are one character. */
function codeOf(written: string): number | undefined {
  if (written === '\\0') return 0;
  if (written.startsWith('\\c')) return written.charCodeAt(2) % 32;
  if (!/^\\[ux]/.test(written)) return undefined;
  const units = written.match(/[\da-f]+/gi)?.map(unit => Number.parseInt(unit, 16)) ?? [];
  return units.length > 1 ? String.fromCharCode(...units).codePointAt(0) : units[0];
}
