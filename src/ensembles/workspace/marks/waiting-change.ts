import { changesOfLines, type LineChange } from '../edit/line-changes.ts';

/** A change that turns have made to some lines, and that you have neither kept nor undone. */
export interface WaitingChange {
  /** Counts lines from 0. */
  readonly start: number;
  /** It is 0 where lines are only gone. */
  readonly count: number;
  /** The lines that were there before. */
  readonly old: readonly string[];
  /** Names the changes of turns that it is made of. */
  readonly from: readonly string[];
}

/** A file that isn't there has none; an empty one has an empty line. */
export type Lines = readonly string[];

export function textLines(text: string): Lines {
  return text.split(/\r\n|\r|\n/);
}

export function isSameLines(a: Lines, b: Lines): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}

/** Gives the lines with these changes taken back. They are in the order of their lines. */
export function withoutChanges(lines: Lines, changes: readonly WaitingChange[]): Lines {
  const pieces: Lines[] = [];
  let at = 0;
  for (const { start, count, old } of changes) {
    pieces.push(lines.slice(at, start), old);
    at = start + count;
  }
  return [...pieces, lines.slice(at)].flat();
}

/** Gives the lines that differ, the old ones as they are counted in the text with the change. */
export async function marksOf(
  { start, count, old }: WaitingChange,
  lines: Lines,
): Promise<readonly LineChange[]> {
  const pieces = await changesOfLines(old, lines.slice(start, start + count));
  const whole = [{ oldStart: 0, oldCount: old.length, newStart: 0, newCount: count }];
  return (pieces ?? whole).map(piece => ({
    ...piece,
    oldStart: start + piece.oldStart,
    newStart: start + piece.newStart,
  }));
}
