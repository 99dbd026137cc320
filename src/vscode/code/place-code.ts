import { findLines, indentOf, type LineRange, onlyMatch } from './find-lines.ts';
import { placeDiff } from './place-diff.ts';

export interface PlacedCode {
  readonly text: string;
  readonly how: 'file' | 'selection' | 'diff' | 'matched' | 'inserted';
}

export interface CodeTarget {
  /** Empty where there is no file yet. */
  readonly text: string;
  /** Offsets in characters; absent where the file is in no editor. */
  readonly selection?: { readonly start: number; readonly end: number };
}

/** Undefined where a diff does not fit. Code that shares nothing with the file goes in at the cursor. */
export function placeCode(code: string, target: CodeTarget, isDiff: boolean): PlacedCode | undefined {
  const lineEnd = target.text.includes('\r\n') ? '\r\n' : '\n';
  const lines = plain(code).replace(/\n+$/, '');
  const placed = place(lines, withPlainLines(target), isDiff);
  return placed && { ...placed, text: placed.text.replaceAll('\n', lineEnd) };
}

function withPlainLines({ text, selection }: CodeTarget): CodeTarget {
  if (selection === undefined) return { text: plain(text) };
  const start = plain(text.slice(0, selection.start)).length;
  const end = plain(text.slice(0, selection.end)).length;
  return { text: plain(text), selection: { start, end } };
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function place(code: string, target: CodeTarget, isDiff: boolean): PlacedCode | undefined {
  const { text, selection } = target;
  if (isDiff) {
    const patched = placeDiff(code, text);
    return patched === undefined ? undefined : { text: patched, how: 'diff' };
  }
  if (text.trim() === '') return { text: `${code}\n`, how: 'file' };
  if (selection !== undefined && selection.start < selection.end)
    return { text: splice(text, selection, fitted(code, text, selection)), how: 'selection' };
  const matched = placeParts(code, text) ?? (isWhole(code, text) ? `${code}\n` : undefined);
  if (matched !== undefined) return { text: matched, how: 'matched' };
  return { text: insert(code, text, selection?.start), how: 'inserted' };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What was selected with the end of its last line is replaced with one. */
function fitted(code: string, text: string, { start, end }: Span): string {
  const selected = text.slice(start, end);
  return selected.endsWith('\n') ? `${code}\n` : code;
}

function splice(text: string, { start, end }: Span, code: string): string {
  return text.slice(0, start) + code + text.slice(end);
}

/** Code goes in at the beginning of the cursor's line, because half a line rarely is what code is for. */
function insert(code: string, text: string, cursor: number | undefined): string {
  if (cursor === undefined) return `${text}${text.endsWith('\n') ? '' : '\n'}\n${code}\n`;
  const start = cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1;
  return splice(text, { start, end: start }, `${code}\n`);
}

/** A new version of a file keeps at least this part of its lines. */
const leastKept = 0.5;

/** A new version of the whole file contains its first line, and most of the others. */
function isWhole(code: string, text: string): boolean {
  const said = (all: string) =>
    all
      .split('\n')
      .map(line => line.trim())
      .filter(line => /\w/.test(line));
  const now = new Set(said(code));
  const before = said(text);
  const [first = ''] = before;
  return now.has(first) && before.filter(line => now.has(line)).length >= before.length * leastKept;
}

/** Matches `// ... existing code ...`, but not the values in `...values`. */
const omission =
  /^(?:(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)\s*)(?:\.{3}|…)|^…|^\.{3}(?![\w$([{'"`])|^\.{3}.*\.{3}$/;

/** Each part between omissions replaces what begins and ends like it. All of them fit, or none does. */
function placeParts(code: string, text: string): string | undefined {
  const parts = splitAtOmissions(code.split('\n'));
  let lines: readonly string[] = text.split('\n');
  let from = 0;
  for (const part of parts) {
    const range = rangeLike(part, lines, from);
    if (range === undefined) return undefined;
    lines = [
      ...lines.slice(0, range.start),
      ...reindented(part, lines[range.start]),
      ...lines.slice(range.end),
    ];
    from = range.start + part.length;
  }
  return parts.length === 0 ? undefined : lines.join('\n');
}

function splitAtOmissions(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (omission.test(line.trim())) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map(withoutBlankEdges).filter(part => part.length > 0);
}

function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(line => line.trim() !== '');
  const last = lines.findLastIndex(line => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}

function rangeLike(part: readonly string[], lines: readonly string[], from: number): LineRange | undefined {
  const [first = ''] = part;
  const last = part.at(-1) ?? '';
  const start = onlyMatch(findLines([first], lines, from)) ?? startOfSameName(first, lines, from);
  if (start === undefined) return undefined;
  if (part.length === 1) return { start, end: start + 1 };
  const isOneBlock = endOfBlock(part, 0, last) === part.length - 1;
  const end = isOneBlock ? endOfBlock(lines, start, last) : onlyMatch(findLines([last], lines, start + 1));
  return end === undefined ? undefined : { start, end: end + 1 };
}

/** A definition may have new parameters, so its name decides. */
function startOfSameName(first: string, lines: readonly string[], from: number): number | undefined {
  const defined = definitionIn(first);
  if (defined === undefined) return undefined;
  return onlyMatch(lines.flatMap((line, at) => (at >= from && definitionIn(line) === defined ? [at] : [])));
}

function definitionIn(line: string): string | undefined {
  const match =
    /^\s*(?:export\s+|default\s+|pub\s+|public\s+|private\s+|protected\s+|static\s+|abstract\s+|async\s+)*(function|class|interface|type|enum|struct|trait|impl|def|fn|func|const|let|var)\b\*?\s+([\w$]+)/.exec(
      line,
    );
  return match === null ? undefined : `${match[1]} ${match[2]}`;
}

/** Blocks end where the indentation is again that of their beginning: with a closing line, or before what follows. */
function endOfBlock(lines: readonly string[], start: number, last: string): number | undefined {
  const depth = indentOf(lines[start] ?? '');
  let end = start;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) > depth) {
      end = at;
      continue;
    }
    const closes = indentOf(line) === depth && /^\s*(?:[\])}]|end\b|<\/)/.test(line);
    if (closes) return line.trim() === last.trim() ? at : undefined;
    break;
  }
  return end > start && /^\s*[\])}]/.test(last) === false ? end : undefined;
}

function reindented(part: readonly string[], replaced = ''): readonly string[] {
  const [first = ''] = part;
  const [wanted, given] = [/^\s*/.exec(replaced)?.[0] ?? '', /^\s*/.exec(first)?.[0] ?? ''];
  if (wanted === given || !wanted.startsWith(given)) return part;
  const missing = wanted.slice(given.length);
  return part.map(line => (line.trim() === '' ? line : missing + line));
}
