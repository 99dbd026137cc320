import { linearSize } from '../../../converser/call/arguments/linear-patterns.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import type { TextQuery } from '../../../converser/words/workspace/workspace.ts';
import { lettersSource } from './letter-forms.ts';
import type { Pace } from './pace.ts';

/** The time of a search grows with a line's length and no faster. */
export interface LinePattern {
  /** Returns where the first match begins. In a line that is shown whole, any number stands for it. */
  readonly find: (line: string) => number | undefined;
  readonly size: number;
}

export interface FoundLine {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
}

export async function* matchingLines(
  text: string,
  pattern: LinePattern,
  pace: Pace,
): AsyncGenerator<FoundLine, void> {
  let line = 1;
  for (let start = 0; start <= text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const whole = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
    const piece = whole.slice(0, Math.floor(mostSteps / pattern.size));
    const at = pattern.find(piece);
    if (at !== undefined) yield { line, text: aroundMatch(whole, at) };
    const rest = pace(pattern.size * (piece.length + 10));
    if (rest !== undefined) await rest;
  }
}

/** Stop isn't heard within one line. A line of 10,000 characters is always searched to its end. */
const mostSteps = 20_000_000;

const mostInstructions = 2000;

export async function compilePattern({ text, isRegex, isCaseSensitive }: TextQuery): Promise<LinePattern> {
  return isRegex ? compileRegex(text, isCaseSensitive) : compileLiteral(text, isCaseSensitive);
}

function compileLiteral(text: string, isCaseSensitive: boolean): LinePattern {
  const literal = new RegExp(lettersSource(text), isCaseSensitive ? 'u' : 'iu');
  return { find: line => literal.exec(line)?.index, size: text.length };
}

/** The syntax is that of ripgrep, so that a search means the same with and without it. */
async function compileRegex(text: string, isCaseSensitive: boolean): Promise<LinePattern> {
  const { RE2JS } = await import('re2js');
  try {
    const source = RE2JS.translateRegExp(text);
    // Compiling a larger one may take seconds.
    if (linearSize(source) > mostInstructions)
      throw new Error('it repeats too much; use smaller numbers in {…}');
    const expression = RE2JS.compile(source, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    const size = expression.programSize();
    if (size > mostInstructions) throw new Error('it is too large; use a shorter one');
    return {
      size,
      find(line) {
        if (!expression.test(line)) return undefined;
        if (line.length <= longest) return 0;
        const matcher = expression.matcher(line);
        return matcher.find() ? matcher.start() : 0;
      },
    };
  } catch (cause) {
    throw patternFault(text, reasonOf(cause));
  }
}

/** Throws if the query asks for several lines: nothing would match it. */
export function checkLines({ text, isRegex }: TextQuery): void {
  const wanted = isRegex ? text.replace(/\[\^(?:\\.|[^\]\\])*\]/gs, '') : text;
  if (!/\n/.test(wanted) && !(isRegex && /(?<!\\)(?:\\\\)*\\n/.test(wanted))) return;
  throw fileErrors.searchFailed('it looks within one line. Search for one of the lines, then read the file');
}

export function patternFault(pattern: string, reason: string) {
  const isBeyond = /\(\?<?[=!]|\\[1-9]|\\k[<{]/.test(pattern);
  return fileErrors.searchFailed(
    isBeyond
      ? 'look-ahead, look-behind and references back to a group are not supported. Use a simpler expression and read the lines that match'
      : reason,
  );
}

const longest = 400;

export function aroundMatch(line: string, at: number): string {
  if (line.length <= longest) return line;
  const start = Math.max(0, Math.min(at - longest / 4, line.length - longest));
  const end = start + longest;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
