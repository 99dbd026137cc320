import { numberText } from '../../../converser/ground/wording/numbers.ts';
import { linesOf } from '../../../converser/words/workspace/line-endings.ts';

/** Lines that may be added and removed in all. To find more takes a time that grows with the square of their number. */
const mostEdits = 500;

/** One difference with the lines around it, each line with its sign. */
export interface Hunk {
  /** In the newer text, from 1. */
  readonly newStart: number;
  readonly lines: readonly string[];
}

/**
 * What differs between two texts, line by line, with two lines around each difference. Where too much differs to be
 * worth comparing, the changed part is shown as taken out and put in whole.
 */
export async function diffHunks(before: string, after: string): Promise<readonly Hunk[]> {
  const { structuredPatch } = await import('diff');
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const options = { context: 2, maxEditLength: mostEdits };
  const patch = structuredPatch('', '', ended(old), ended(fresh), '', '', options);
  return patch?.hunks ?? [replacement(old, fresh)];
}

/** The differences between two texts. */
export interface ShortDiff {
  /** A limited number of lines of them. */
  readonly diff: string;
  /** How many lines came and went in all: `+42 −3`. */
  readonly counts: string;
}

/** @param limit the most lines that the diff may have */
export async function shortDiff(before: string, after: string, limit = 80): Promise<ShortDiff> {
  const hunks = await diffHunks(before, after);
  const output = shownHunks(hunks).split('\n');
  const more = output.length > limit ? [`… ${output.length - limit} more lines`] : [];
  return { diff: [...output.slice(0, limit), ...more].join('\n'), counts: countsOf(hunks) };
}

function countsOf(hunks: readonly Hunk[]): string {
  const begun = (sign: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length, 0);
  return `+${numberText(begun('+'))} −${numberText(begun('-'))}`;
}

export function shownHunks(hunks: readonly Hunk[]): string {
  return hunks.flatMap(({ newStart, lines }) => [`@@ line ${newStart} @@`, ...lines]).join('\n');
}

/** With the same ending everywhere, so that no difference is one of endings only. */
function ended(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('');
}

function replacement(old: readonly string[], fresh: readonly string[]): Hunk {
  const head = sharedLines(old, fresh);
  const tail = sharedLines(old.slice(head).reverse(), fresh.slice(head).reverse());
  const removed = old.slice(head, old.length - tail).map(line => `-${line}`);
  const added = fresh.slice(head, fresh.length - tail).map(line => `+${line}`);
  return { newStart: head + 1, lines: [...removed, ...added] };
}

/** How many lines two texts begin with in common. */
function sharedLines(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((line, index) => line !== b[index]);
  return end === -1 ? a.length : end;
}
