/** The range excludes its last line, and lines count from 0. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Compares lines exactly, then without spaces at their ends, then without indentation. */
export function findLines(wanted: readonly string[], lines: readonly string[], from = 0): readonly number[] {
  for (const bare of [
    (line: string) => line,
    (line: string) => line.trimEnd(),
    (line: string) => line.trim(),
  ]) {
    const looked = wanted.map(bare);
    const found: number[] = [];
    for (let at = from; at + looked.length <= lines.length; at++)
      if (looked.every((line, index) => bare(lines[at + index] ?? '') === line)) found.push(at);
    if (found.length > 0) return found;
  }
  return [];
}

/** Of several places, none is the right one. */
export function onlyMatch(places: readonly number[]): number | undefined {
  return places.length === 1 ? places[0] : undefined;
}

/** A tab counts as four spaces. */
export function indentOf(line: string): number {
  const spaces = /^\s*/.exec(line)?.[0] ?? '';
  return spaces.replaceAll('\t', '    ').length;
}
