export type LineEnding = '\n' | '\r\n';

/** The ending that most lines of a text have; `undefined` when it has one line only. */
export function lineEndingOf(text: string): LineEnding | undefined {
  const all = text.split('\n').length - 1;
  if (all === 0) return undefined;
  const carriageReturns = text.split('\r\n').length - 1;
  return carriageReturns * 2 > all ? '\r\n' : '\n';
}

export function withLineEnding(text: string, ending: LineEnding): string {
  return text.replace(/\r?\n/g, ending);
}

/** Whether two texts differ in their line endings at most. */
export function hasSameText(a: string, b: string): boolean {
  return a === b || withLineEnding(a, '\n') === withLineEnding(b, '\n');
}

/** The lines without their endings; after the last ending there is none. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
