import { findLines } from './find-lines.ts';

interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Counts from 0, as far as the hunk's head says so. */
  readonly line: number | undefined;
}

type Draft = { before: string[]; after: string[]; line: number | undefined };

/** Undefined if a hunk does not fit. Models count lines badly, so a hunk is found by its lines. */
export function placeDiff(diff: string, text: string): string | undefined {
  const hunks = hunksOf(diff);
  if (hunks.length === 0 || filesInDiff(diff).length > 1) return undefined;
  let lines: readonly string[] = text.split('\n');
  let shift = 0;
  let from = 0;
  for (const { before, after, line } of hunks) {
    const near = line === undefined ? undefined : line + shift;
    const start =
      before.length === 0 ? insertionPlace(lines, { from, near }) : placeOf(before, lines, { from, near });
    if (start === undefined) return undefined;
    lines = [
      ...lines.slice(0, start),
      ...kept(after, before, lines.slice(start)),
      ...lines.slice(start + before.length),
    ];
    shift += after.length - before.length;
    from = start + after.length;
  }
  return lines.join('\n');
}

export function filesInDiff(diff: string): readonly string[] {
  const heads = diff.matchAll(/^--- (.+)\n\+\+\+ (.+)/gm);
  const named = [...heads].map(([, before = '', after = '']) => {
    const [from, to] = [before, after].map(nameInHead);
    return (to === '/dev/null' ? from : to) ?? '';
  });
  return [...new Set(named.map(name => name.replace(/^[ab]\//, '')).filter(name => name !== ''))];
}

/** A tab separates the name from a date. */
function nameInHead(head: string): string {
  return (head.split('\t', 1)[0] ?? '').trimEnd();
}

function hunksOf(diff: string): readonly Hunk[] {
  const lines = diff.split('\n').filter((line, at, all) => !isHead(line, all[at + 1], all[at - 1]));
  const hunks: Draft[] = [];
  let open: Draft = { before: [], after: [], line: undefined };
  const close = () => {
    if (open.before.length + open.after.length > 0) hunks.push(open);
  };
  for (const line of lines) {
    if (line.startsWith('@@')) {
      close();
      open = { before: [], after: [], line: lineInHead(line) };
    } else if (line.startsWith('+')) open.after.push(line.slice(1));
    else if (line.startsWith('-')) open.before.push(line.slice(1));
    else if (!line.startsWith('\\')) {
      // An empty line often lost the space before it.
      const same = line.startsWith(' ') ? line.slice(1) : line;
      open.before.push(same);
      open.after.push(same);
    }
  }
  close();
  return hunks;
}

/** `-5,0` is after line 5, `-5` and `-5,2` begin with it. */
function lineInHead(head: string): number | undefined {
  const [, number, count] = /^@@ -(\d+)(?:,(\d+))?/.exec(head) ?? [];
  if (number === undefined) return undefined;
  return Math.max(0, Number(number) - (Number(count) === 0 ? 0 : 1));
}

function isHead(line: string, next = '', previous = ''): boolean {
  if (/^(?:diff |index |new file|deleted file|similarity |rename )/.test(line)) return true;
  return (
    (line.startsWith('--- ') && next.startsWith('+++ ')) ||
    (line.startsWith('+++ ') && previous.startsWith('--- '))
  );
}

function placeOf(
  before: readonly string[],
  lines: readonly string[],
  { from, near }: { readonly from: number; readonly near: number | undefined },
): number | undefined {
  const places = findLines(before, lines, from);
  if (places.length < 2 || near === undefined) return places.length === 1 ? places[0] : undefined;
  return places.reduce((best, place) => (Math.abs(place - near) < Math.abs(best - near) ? place : best));
}

/** The end of a file is before the empty line that follows its last line end. */
function insertionPlace(
  lines: readonly string[],
  { from, near }: { readonly from: number; readonly near: number | undefined },
): number {
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return Math.max(from, Math.min(near ?? end, end));
}

/** Lines that stay keep the file's spaces, where the diff has others. */
function kept(
  after: readonly string[],
  before: readonly string[],
  found: readonly string[],
): readonly string[] {
  const originals = new Map(before.map((line, at) => [line, found[at] ?? line]));
  return after.map(line => originals.get(line) ?? line);
}
