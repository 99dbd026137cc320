import { numberText } from '../../../converser/ground/wording/numbers.ts';
import { linesOf } from '../../../converser/words/workspace/line-endings.ts';

/** In lines. The time grows with the square of this number. */
const mostEdits = 500;

export interface Hunk {
  /** Counts from 1, in the newer text. */
  readonly newStart: number;
  readonly lines: readonly string[];
}

/** Keeps two lines around each difference. If too much differs, the changed part is replaced as a whole. */
export async function diffHunks(before: string, after: string): Promise<readonly Hunk[]> {
  const { structuredPatch } = await import('diff');
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const options = { context: 2, maxEditLength: mostEdits };
  const patch = structuredPatch('', '', ended(old), ended(fresh), '', '', options);
  return patch?.hunks ?? [replacement(old, fresh)];
}

export interface ShortDiff {
  readonly diff: string;
  readonly counts: string;
}

/** `limit` is in lines of the diff. */
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

/** Equal endings everywhere keep the diff to real differences. */
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

function sharedLines(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((line, index) => line !== b[index]);
  return end === -1 ? a.length : end;
}
