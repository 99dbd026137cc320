/** Lines count from 0. A count is 0 where nothing came or went. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** The time grows with the square of this number. */
const mostEdits = 2_000;

/** Ignores line endings. Resolves to `undefined` if too much differs. */
export function lineChanges(old: string, now: string): Promise<readonly LineChange[] | undefined> {
  return changesOfLines(linesIn(old), linesIn(now));
}

/** Resolves to `undefined` if too much differs. */
export async function changesOfLines(
  old: readonly string[],
  now: readonly string[],
): Promise<readonly LineChange[] | undefined> {
  if (old.length === 0 || now.length === 0)
    return old.length === now.length
      ? []
      : [{ oldStart: 0, oldCount: old.length, newStart: 0, newCount: now.length }];
  const { diffArrays } = await import('diff');
  const pieces = diffArrays([...old], [...now], { maxEditLength: mostEdits });
  if (pieces === undefined) return undefined;
  const changes: LineChange[] = [];
  let [oldAt, newAt] = [0, 0];
  let open: LineChange | undefined;
  for (const { count, added, removed } of pieces) {
    if (!added && !removed) {
      if (open !== undefined) changes.push(open);
      open = undefined;
    } else {
      open ??= { oldStart: oldAt, oldCount: 0, newStart: newAt, newCount: 0 };
      const { oldCount, newCount } = open;
      open = added ? { ...open, newCount: newCount + count } : { ...open, oldCount: oldCount + count };
    }
    if (!added) oldAt += count;
    if (!removed) newAt += count;
  }
  return open === undefined ? changes : [...changes, open];
}

/** Includes the empty line after the last line ending. */
export function linesIn(text: string): string[] {
  return text.split(/\r?\n/);
}

export function changesAt<Change extends LineChange>(
  changes: readonly Change[],
  { first, last, side }: { readonly first: number; readonly last: number; readonly side: 'old' | 'new' },
): readonly Change[] {
  return changes.filter(({ oldStart, oldCount, newStart, newCount }) => {
    const [start, count] = side === 'old' ? [oldStart, oldCount] : [newStart, newCount];
    return count === 0 ? first <= start && last >= start - 1 : first < start + count && last >= start;
  });
}
