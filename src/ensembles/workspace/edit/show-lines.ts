import { type Content, text } from '../../../converser/words/canister/content.ts';
import type { Answered, Excerpt } from '../../../converser/words/ensemble/invoker.ts';

export interface ShownLines {
  readonly content: readonly Content[];
  readonly text: string;
  readonly note: string;
}

export interface WantedLines {
  /** Counts from 1. */
  readonly start: number;
  readonly end: number;
  readonly isNumbered: boolean;
}

/** A result may have a little more, so nothing is cut out of its middle. */
const mostCharacters = 28_000;

export function showLines(
  lines: readonly string[],
  { start, end, isNumbered }: WantedLines,
  remarks: readonly string[],
): ShownLines {
  const wanted = lines
    .slice(start - 1, end)
    .map((line, index) => (isNumbered ? `${start + index}\t${line}` : line));
  const { kept, isCut } = fitting(wanted);
  const shown = { start, last: start - 1 + kept.length, total: lines.length, isCut };
  const note = [noteOn(shown), ...remarks].join(' ');
  const plain = kept.join('\n');
  return { content: [...(kept.length === 0 ? [] : [text(plain)]), text(`[${note}]`)], text: plain, note };
}

interface Shown {
  readonly start: number;
  readonly last: number;
  readonly total: number;
  readonly isCut: boolean;
}

function noteOn({ start, last, total, isCut }: Shown): string {
  if (total === 0) return 'The file is empty.';
  const lines = total === 1 ? '1 line' : `${total} lines`;
  if (isCut)
    return `Line ${last} of ${lines} is too long to show in full. Use search_text to look inside.${readOn(last, total)}`;
  if (start === 1 && last === total) return `${lines}.`;
  return `Lines ${start} to ${last} of ${total}.${readOn(last, total)}`;
}

function readOn(last: number, total: number): string {
  return last < total ? ` Read on with start_line ${last + 1}.` : '';
}

function fitting(lines: readonly string[]): { readonly kept: readonly string[]; readonly isCut: boolean } {
  let room = mostCharacters;
  const kept: string[] = [];
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const [first] = lines;
  if (kept.length > 0 || first === undefined) return { kept, isCut: false };
  return { kept: [`${first.slice(0, mostCharacters - 1)}…`], isCut: true };
}

interface LineArguments {
  readonly start_line?: number;
  readonly end_line?: number;
  readonly line_numbers?: boolean;
}

export const linesExcerpt: Excerpt = {
  among: ({ start_line: _, end_line: __, line_numbers = false, ...args }) => ({ ...args, line_numbers }),
  of(earlier, later) {
    const { start_line: start = 1, end_line, line_numbers: isNumbered = false } = later as LineArguments;
    const held = heldLines(earlier);
    if (held === undefined) return undefined;
    const end = end_line ?? held.total;
    const last = Math.min(end, held.total);
    if (start < held.start || last > held.last || end < start) return undefined;
    const lines = Array.from({ length: held.total }, (_, at) => held.lines[at + 1 - held.start] ?? '');
    return showLines(lines, { start, end, isNumbered }, held.remarks).content;
  },
};

interface HeldLines {
  readonly lines: readonly string[];
  readonly start: number;
  readonly last: number;
  readonly total: number;
  readonly remarks: readonly string[];
}

const wholeNote = /^\[(\d+) lines?\.(?: (.+))?\]$/s;
const partNote = /^\[Lines (\d+) to (\d+) of (\d+)\.(?: Read on with start_line \d+\.)?(?: (.+))?\]$/s;
const gap = /^\[… \d+ characters \(\d+ lines\) of \d+ are left out here\./m;

function heldLines({ arguments: args, content }: Answered): HeldLines | undefined {
  const [shown, noted, more] = content;
  if (shown?.type !== 'text' || noted?.type !== 'text' || more !== undefined) return undefined;
  const whole = wholeNote.exec(noted.text);
  const part = partNote.exec(noted.text);
  const [start, last, total] = (whole ? [1, whole[1], whole[1]] : (part?.slice(1, 4) ?? [])).map(Number);
  if (start === undefined || last === undefined || total === undefined || gap.test(shown.text))
    return undefined;
  const lines = shown.text.split('\n');
  if (lines.length !== last - start + 1) return undefined;
  const remark = whole?.[2] ?? part?.[4];
  return {
    lines: args.line_numbers === true ? lines.map(line => line.slice(line.indexOf('\t') + 1)) : lines,
    start,
    last,
    total,
    remarks: remark === undefined ? [] : [remark],
  };
}
