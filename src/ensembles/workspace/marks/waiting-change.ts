import { changesOfLines } from '../edit/line-changes.ts';

/** What turns have changed at one place of a text, and you have neither kept nor undone. */
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

/** Where the person has restored lines in the middle of a change, it has several marks, or none. */
export interface Mark {
  readonly start: number;
  readonly count: number;
  readonly old: readonly string[];
}

export async function marksOf({ start, count, old }: WaitingChange, lines: Lines): Promise<readonly Mark[]> {
  const pieces = await changesOfLines(old, lines.slice(start, start + count));
  if (pieces === undefined) return [{ start, count, old }];
  return pieces.map(({ oldStart, oldCount, newStart, newCount }) => ({
    start: start + newStart,
    count: newCount,
    old: old.slice(oldStart, oldStart + oldCount),
  }));
}

/** Includes changes whose lines are gone beside the first or the last of these lines. */
export function waitingAt(
  changes: readonly WaitingChange[],
  { first, last }: { readonly first: number; readonly last: number },
): readonly WaitingChange[] {
  return changes.filter(({ start, count }) =>
    count === 0 ? first <= start && last >= start - 1 : first < start + count && last >= start,
  );
}
