/** `start` and `end` are offsets in characters. */
export interface ChangedLines {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Equal lines before and after stay untouched, so that cursors, folds and breakpoints stay. */
export function changedLines(before: string, after: string): ChangedLines {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  // From 0 on, `lastIndexOf` would find a line end at 0.
  start = start === 0 ? 0 : before.lastIndexOf('\n', start - 1) + 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const end = before.indexOf('\n', before.length - same) + 1;
  const kept = same === 0 || end === 0 ? 0 : before.length - end;
  return { start, end: before.length - kept, text: after.slice(start, after.length - kept) };
}
