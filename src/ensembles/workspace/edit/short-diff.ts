import { linesOf } from '../../../converser/workspace/line-endings.ts';

/** Lines that may be added and removed in all. To find more takes a time that grows with the square of their number. */
const mostEdits = 500;

/**
 * What differs between two texts, line by line, with two lines around each difference, at most `limit` lines.
 * Where too much differs to be worth comparing, the changed part is shown as taken out and put in whole.
 */
export async function shortDiff(before: string, after: string, limit = 80): Promise<string> {
  const { structuredPatch } = await import('diff');
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const options = { context: 2, maxEditLength: mostEdits };
  const patch = structuredPatch('', '', ended(old), ended(fresh), '', '', options);
  const hunks = patch?.hunks ?? [replacement(old, fresh)];
  const output = hunks.flatMap(({ newStart, lines }) => [`@@ line ${newStart} @@`, ...lines]);
  if (output.length <= limit) return output.join('\n');
  return [...output.slice(0, limit), `… ${output.length - limit} more lines`].join('\n');
}

/** With the same ending everywhere, so that no difference is one of endings only. */
function ended(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('');
}

function replacement(old: readonly string[], fresh: readonly string[]) {
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
