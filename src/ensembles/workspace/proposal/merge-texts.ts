import { type LineChange, lineChanges } from '../edit/line-changes.ts';

/** `null` stands for no file. */
export interface Versions {
  readonly before: string | null;
  readonly after: string | null;
  /** The file as it is now, or `undefined` if it isn't text. */
  readonly now: string | null | undefined;
}

/** Makes in `now` what was changed in `before`. Resolves to `undefined` where both have changed the same. */
export async function mergeTexts({ before, after, now }: Versions): Promise<string | null | undefined> {
  if (now === before || now === after) return after;
  if (before === null || after === null || typeof now !== 'string') return undefined;
  const [ours, theirs] = await Promise.all([lineChanges(before, after), lineChanges(before, now)]);
  if (ours === undefined || theirs === undefined) return undefined;
  if (ours.some(each => theirs.some(other => meet(each, other)))) return undefined;
  const moved = ours.map(each => {
    const above = theirs.filter(({ oldStart }) => oldStart < each.oldStart);
    const grown = above.reduce((sum, { oldCount, newCount }) => sum + newCount - oldCount, 0);
    return { ...each, oldStart: each.oldStart + grown };
  });
  return withChanges(now, after, moved);
}

/** Gives the old text with these changes towards the new one. They are in the order of their lines. */
export function withChanges(old: string, now: string, changes: readonly LineChange[]): string {
  const [lines, next] = [old.split('\n'), now.split('\n')];
  const pieces: (readonly string[])[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount } of changes) {
    pieces.push(lines.slice(at, oldStart), next.slice(newStart, newStart + newCount));
    at = oldStart + oldCount;
  }
  return [...pieces, lines.slice(at)].flat().join('\n');
}

/** Changes of neighbouring lines meet, too: nobody could tell which of them comes first. */
function meet(a: LineChange, b: LineChange): boolean {
  return a.oldStart <= b.oldStart + b.oldCount && b.oldStart <= a.oldStart + a.oldCount;
}
