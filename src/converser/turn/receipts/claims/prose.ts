/** A sentence of an answer, or a list item or table cell, as the model's own words. */
export interface Sentence {
  /** Where it stands in the answer. */
  readonly start: number;
  readonly end: number;
  /**
   * What it says, as long as in the answer. Code within a line is written in `codeMark`s, and what is not the model's own
   * prose is blank: marks of Markdown, quotations.
   */
  readonly text: string;
  /** It begins a line, a list item or a cell. */
  readonly isFirst: boolean;
  /** It has a sign of what is done, a box that is checked, or a sign of what is not done. */
  readonly tick: 'done' | 'checked' | 'open' | undefined;
}

/** Stands for each character of code within a line. */
export const codeMark = '\uE000';

/** Characters of an answer that are looked at. */
const most = 100_000;

/** The sentences of an answer in Markdown, without blocks of code, quotations and headings. */
export function sentencesOf(answer: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const text = masked(answer.slice(0, most));
  let start = 0;
  for (const line of text.split('\n')) {
    for (const cell of cellsOf(line, start)) sentences.push(...split(cell.text, cell.start));
    start += line.length + 1;
  }
  return sentences;
}

/** Line by line, of the same length. */
function masked(answer: string): string {
  let fence = '';
  const lines = answer.split('\n').map(line => {
    const [, mark = ''] = /^ {0,3}(`{3,200}|~{3,200})/.exec(line) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
      return blank(line);
    }
    if (mark !== '') fence = mark;
    return mark !== '' || /^ {0,3}(>|#{1,6} )/.test(line) ? blank(line) : maskedLine(line);
  });
  return lines.join('\n');
}

function maskedLine(line: string): string {
  return withoutCode(line)
    .replace(/"[^"]{8,300}"|“[^”]{8,300}”/g, quoted)
    .replace(/\*\*|__|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|~~/g, blank)
    .replaceAll('’', "'");
}

/** Characters of code within a line. */
const longestCode = 300;

function withoutCode(line: string): string {
  const marks = [...line.matchAll(/`+/g)];
  let masked = '';
  let at = 0;
  for (const [place, { index, 0: mark }] of marks.entries()) {
    if (index < at) continue;
    const next = marks[place + 1];
    const isCode = next !== undefined && next[0] === mark && next.index - index < longestCode;
    if (!isCode) continue;
    const end = next.index + mark.length;
    masked += line.slice(at, index) + codeMark.repeat(end - index);
    at = end;
  }
  return masked + line.slice(at);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** A name in quotes belongs to the sentence; a sentence in quotes is somebody else's. */
function quoted(text: string): string {
  return text.trim().includes(' ') ? blank(text) : text;
}

interface Piece {
  readonly start: number;
  readonly text: string;
}

function cellsOf(line: string, start: number): readonly Piece[] {
  if (!/^\s*\|/.test(line)) return [{ start, text: line }];
  let at = start;
  return line.split('|').map(text => {
    const cell = { start: at, text };
    at += text.length + 1;
    return cell;
  });
}

/** What stands before the first word of a line: bullets, numbers, boxes and other signs. */
const opening = /^(?:\s|[-+*•·>✅✔☑✓❌✗⚠➜→–—]|\uFE0F|\d{1,3}[.)]\s|\[[ xX]\])*/;

const signs = /[✅✔☑✓]|\[[xX]\]/;
const isChecked = /\[[xX]\]/;
const isOpen = /\[ \]|[❌✗⚠]/;

/**
 * Characters of one sentence that are looked at. Patterns may take a time that grows with the square of its length; with that
 * of the answer, it grows evenly.
 */
const longestSentence = 1_000;

function split(line: string, start: number): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const begun = opening.exec(line)?.[0] ?? '';
  const leads = signs.test(begun);
  let from = begun.length;
  let isFirst = true;
  let isTicked = leads;
  // A point within a name or a number is followed by no space.
  for (const { index, 0: mark } of line.matchAll(
    /[.!?]+(?=[\s)"”]|$)|;\s|\s[✅✔☑✓]\uFE0F?(?=\s|$)| {3}(?<=\S {3}) *(?=[A-Z][\w ]{1,20}:? {2})|$/g,
  )) {
    if (index < from) continue;
    const isSign = signs.test(mark);
    // Signs stand before all pieces of a line, or behind all.
    const to = index + (isSign && leads ? 0 : mark.trimEnd().length);
    const end = Math.min(to, from + longestSentence);
    const text = line.slice(from, end);
    if (text.trim() !== '') {
      const tick = isChecked.test(begun)
        ? 'checked'
        : isTicked || isSign
          ? 'done'
          : isOpen.test(begun)
            ? 'open'
            : undefined;
      sentences.push({ start: start + from, end: start + end, text, isFirst, tick });
    }
    isFirst = isSign || mark.startsWith('  ');
    isTicked = isSign && leads;
    const next = isSign ? index + mark.length : to;
    from = next + (/^\s*/.exec(line.slice(next))?.[0].length ?? 0);
  }
  return sentences;
}
