import { changesOfLines, type LineChange } from '../edit/line-changes.ts';
import { isSameLines, type Lines, type WaitingChange, withoutChanges } from './waiting-change.ts';

/** A text, and what waits in it. */
export interface MarkedText {
  readonly lines: Lines;
  readonly changes: readonly WaitingChange[];
}

/** Names a change that waits; all else is yours, and becomes part of what was before. */
export type NameOf = (change: LineChange) => string | undefined;

/** Follows a text to what a turn made of it. Resolves to `undefined` if too much differs. */
export async function followTurn(
  text: MarkedText,
  next: Lines,
  nameOf: NameOf,
): Promise<MarkedText | undefined> {
  const edits = await changesOfLines(text.lines, next);
  return edits && follow(text, next, { edits, nameOf });
}

/**
 * Follows a text to what you made of it. An edit beside what waits changes what was there before, too; one inside
 * of it stays part of it. Resolves to `undefined` if too much differs.
 * @param undone names what you have undone, as far as it isn't back
 */
export async function followYou(
  text: MarkedText,
  next: Lines,
  undone: ReadonlySet<string>,
): Promise<MarkedText | undefined> {
  const edits = await changesOfLines(text.lines, next);
  if (edits === undefined || edits.length === 0) return edits && { ...text, lines: next };
  const left = await withoutUndone(text, next, { edits, undone });
  const single = left.edits.flatMap(lineByLine);
  return follow(left.text, next, { edits: single, nameOf: () => undefined });
}

function follow(
  { lines, changes }: MarkedText,
  next: Lines,
  { edits, nameOf }: { readonly edits: readonly LineChange[]; readonly nameOf: NameOf },
): MarkedText {
  const blocks = blocksOf(changes, edits).flatMap(block => followBlock(block, lines, nameOf));
  return { lines: next, changes: joined(blocks, next) };
}

/** Otherwise, an edit of lines beside what waits and of others inside of it would be one. */
function lineByLine({ oldStart, newStart, oldCount, newCount }: LineChange): readonly LineChange[] {
  const both = Math.min(oldCount, newCount);
  const lines = Array.from({ length: Math.max(oldCount, both) }, (_, line): LineChange => {
    const isReplaced = line < both;
    const at = newStart + Math.min(line, both);
    return { oldStart: oldStart + line, oldCount: 1, newStart: at, newCount: isReplaced ? 1 : 0 };
  });
  if (newCount <= oldCount) return lines;
  const added = newCount - both;
  return [...lines, { oldStart: oldStart + both, oldCount: 0, newStart: newStart + both, newCount: added }];
}

/** Overlapping changes and edits belong together. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly changes: readonly WaitingChange[];
  readonly edits: readonly LineChange[];
  /** So many lines have come before it, or gone if less than 0. */
  readonly shift: number;
}

function blocksOf(changes: readonly WaitingChange[], edits: readonly LineChange[]): readonly Block[] {
  const items = [
    ...changes.map(change => ({ start: change.start, end: change.start + change.count, change })),
    ...edits.map(edit => ({ start: edit.oldStart, end: edit.oldStart + edit.oldCount, edit })),
  ].sort((a, b) => a.start - b.start || a.end - b.end || Number('edit' in a) - Number('edit' in b));
  const blocks: Block[] = [];
  let shift = 0;
  for (const item of items) {
    const last = blocks.at(-1);
    const isInside = last !== undefined && item.start < last.end;
    const block = isInside ? last : { ...item, changes: [], edits: [], shift };
    if (isInside) blocks.pop();
    blocks.push({
      start: block.start,
      end: Math.max(block.end, item.end),
      changes: 'change' in item ? [...block.changes, item.change] : block.changes,
      edits: 'edit' in item ? [...block.edits, item.edit] : block.edits,
      shift: block.shift,
    });
    if ('edit' in item) shift += item.edit.newCount - item.edit.oldCount;
  }
  return blocks;
}

function followBlock(
  { start, end, changes, edits, shift }: Block,
  lines: Lines,
  nameOf: NameOf,
): readonly WaitingChange[] {
  const from = [...changes.flatMap(each => each.from), ...edits.flatMap(edit => nameOf(edit) ?? [])];
  if (from.length === 0) return [];
  const grown = edits.reduce((sum, { oldCount, newCount }) => sum + newCount - oldCount, 0);
  const inside = changes.map(each => ({ ...each, start: each.start - start }));
  const old = withoutChanges(lines.slice(start, end), inside);
  return [{ start: start + shift, count: end - start + grown, old, from: [...new Set(from)] }];
}

/** Changes that touch are one; what equals what was before isn't any. */
function joined(changes: readonly WaitingChange[], lines: Lines): readonly WaitingChange[] {
  const all: WaitingChange[] = [];
  for (const each of changes) {
    const last = all.at(-1);
    const touches = last !== undefined && last.start + last.count === each.start;
    if (touches) all.pop();
    all.push(
      touches
        ? {
            start: last.start,
            count: last.count + each.count,
            old: [...last.old, ...each.old],
            from: [...new Set([...last.from, ...each.from])],
          }
        : each,
    );
  }
  return all.flatMap(change => trimmed(change, lines));
}

function trimmed(change: WaitingChange, lines: Lines): readonly WaitingChange[] {
  const { start, count, old } = change;
  const shorter = Math.min(count, old.length);
  let head = 0;
  while (head < shorter && old[head] === lines[start + head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === lines[start + count - 1 - tail]) tail++;
  if (head + tail === count && count === old.length) return [];
  return [
    { ...change, start: start + head, count: count - head - tail, old: old.slice(head, old.length - tail) },
  ];
}

interface Left {
  readonly text: MarkedText;
  readonly edits: readonly LineChange[];
}

/**
 * Where lines repeat, a comparison may take the wrong ones for gone: a change that is undone would seem to wait,
 * and a line of yours to be gone. So the text is compared with what it was without such changes, too.
 */
async function withoutUndone(
  text: MarkedText,
  next: Lines,
  { edits, undone }: { readonly edits: readonly LineChange[]; readonly undone: ReadonlySet<string> },
): Promise<Left> {
  const base = withoutChanges(text.lines, text.changes);
  if (isSameLines(base, next)) return { text: { lines: base, changes: [] }, edits: [] };
  const known = text.changes.filter(({ from }) => from.every(name => undone.has(name)));
  let best: Left = { text, edits };
  for (const each of known.slice(0, mostTries)) {
    const present = best.text.changes.filter(({ from }) => from === each.from);
    const left = await leftIn(best.text, next, present);
    if (left !== undefined && sizeOf(left.edits) < sizeOf(best.edits)) best = left;
  }
  const together = known.length > 1 ? await leftIn(text, next, known) : undefined;
  return together !== undefined && sizeOf(together.edits) < sizeOf(best.edits) ? together : best;
}

/** Each compares the whole text. */
const mostTries = 20;

async function leftIn(
  { lines, changes }: MarkedText,
  next: Lines,
  undone: readonly WaitingChange[],
): Promise<Left | undefined> {
  const rest: WaitingChange[] = [];
  let grown = 0;
  for (const each of changes)
    if (undone.includes(each)) grown += each.old.length - each.count;
    else rest.push({ ...each, start: each.start + grown });
  const text = { lines: withoutChanges(lines, undone), changes: rest };
  const edits = await changesOfLines(text.lines, next);
  return edits && { text, edits };
}

function sizeOf(edits: readonly LineChange[]): number {
  return edits.reduce((sum, { oldCount, newCount }) => sum + oldCount + newCount, 0);
}
