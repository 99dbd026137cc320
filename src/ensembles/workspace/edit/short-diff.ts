import { linesOf } from '../../../converser/workspace/line-endings.ts';

/**
 * What differs between two texts, line by line, with two lines around each difference, at most `limit` lines.
 * Where too much differs to be worth comparing, the changed part is shown as taken out and put in whole.
 */
export function shortDiff(before: string, after: string, limit = 80): string {
  const changes = compare(linesOf(before), linesOf(after));
  const kept = changes.map((change, index) =>
    change.kind !== ' '
      ? true
      : changes.slice(Math.max(0, index - 2), index + 3).some(({ kind }) => kind !== ' '),
  );
  const output: string[] = [];
  for (const [index, change] of changes.entries()) {
    if (!kept[index]) continue;
    if (!kept[index - 1]) output.push(`@@ line ${change.line} @@`);
    output.push(`${change.kind}${change.text}`);
  }
  if (output.length <= limit) return output.join('\n');
  return [...output.slice(0, limit), `… ${output.length - limit} more lines`].join('\n');
}

interface LineChange {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
  /** In the text after the change. */
  readonly line: number;
}

const mostCompared = 500;

function compare(before: readonly string[], after: readonly string[]): readonly LineChange[] {
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++;
  let tail = 0;
  const rest = Math.min(before.length, after.length) - head;
  while (tail < rest && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const middle =
    old.length > mostCompared || fresh.length > mostCompared
      ? [...old.map(text => removed(text)), ...fresh.map(text => added(text))]
      : compareMiddle(old, fresh);
  return numbered([
    ...before.slice(0, head).map(text => same(text)),
    ...middle,
    ...before.slice(before.length - tail).map(text => same(text)),
  ]);
}

type Unnumbered = Omit<LineChange, 'line'>;

/** By the longest common subsequence. */
function compareMiddle(old: readonly string[], fresh: readonly string[]): readonly Unnumbered[] {
  const width = fresh.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const length = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === fresh[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const changes: Unnumbered[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [theirs, ours] = [old[i], fresh[j]];
    if (theirs !== undefined && theirs === ours) {
      changes.push(same(theirs));
      i++;
      j++;
    } else if (theirs !== undefined && (ours === undefined || length(i + 1, j) >= length(i, j + 1))) {
      changes.push(removed(theirs));
      i++;
    } else {
      changes.push(added(ours ?? ''));
      j++;
    }
  }
  return changes;
}

function numbered(changes: readonly Unnumbered[]): readonly LineChange[] {
  let line = 1;
  return changes.map(change => ({ ...change, line: change.kind === '-' ? line : line++ }));
}

function same(text: string): Unnumbered {
  return { kind: ' ', text };
}

function removed(text: string): Unnumbered {
  return { kind: '-', text };
}

function added(text: string): Unnumbered {
  return { kind: '+', text };
}
