/** Mac OS 9 ended lines with `\r`. It counts only in a text without other line endings. */
export type LineEnding = '\n' | '\r\n' | '\r';

export function lineEndingOf(text: string): LineEnding | undefined {
  const all = text.split('\n').length - 1;
  if (all === 0) return text.includes('\r') ? '\r' : undefined;
  const carriageReturns = text.split('\r\n').length - 1;
  return carriageReturns * 2 > all ? '\r\n' : '\n';
}

export function withLineEnding(text: string, ending: LineEnding): string {
  return text.replace(/\r?\n/g, ending);
}

/** True if the texts differ in line endings at most. */
export function hasSameText(a: string, b: string): boolean {
  return a === b || withLineEnding(a, '\n') === withLineEnding(b, '\n');
}

export function linesOf(text: string): readonly string[] {
  const lines = text.split(lineEndingOf(text) === '\r' ? '\r' : /\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
