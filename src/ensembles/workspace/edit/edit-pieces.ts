import { defined } from '../../../converser/ground/json/defined.ts';
import { shortened } from '../../../converser/ground/wording/cut-text.ts';
import {
  type LineEnding,
  lineEndingOf,
  linesOf,
  withLineEnding,
} from '../../../converser/words/workspace/line-endings.ts';
import { seenDifferences } from './seen-differences.ts';

/** Lines count from 1, before any of the changes. */
export interface Piece {
  readonly action: 'insert' | 'delete' | 'replace' | 'search_replace';
  readonly line?: number;
  readonly start_line?: number;
  readonly end_line?: number;
  readonly text?: string;
  readonly expected?: string;
  readonly search?: string;
  readonly all?: boolean;
}

export type Applied =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'stale'; readonly reason: string; readonly advice?: string };

/** Applies all pieces or none. Unless `linesAreKnown`, each line number needs the expected text beside it. */
export function applyPieces(text: string, pieces: readonly Piece[], linesAreKnown: boolean): Applied {
  const source = readSource(text);
  const changes: Change[] = [];
  for (const [index, piece] of pieces.entries()) {
    const planned = plan(piece, source, linesAreKnown);
    if (!isChanges(planned)) return { ...planned, reason: `Piece ${index + 1}: ${planned.reason}` };
    changes.push(...planned.map(change => ({ ...change, piece: index + 1 })));
  }
  changes.sort((a, b) => a.start - b.start || a.end - b.end);
  const overlap = changes.find((change, index) => change.start < (changes[index - 1]?.end ?? 0));
  if (overlap !== undefined) {
    return {
      kind: 'wrong',
      reason: `Piece ${overlap.piece} overlaps with another one. Merge them.`,
    };
  }
  return { kind: 'text', text: applied(text, changes) };
}

interface Change {
  readonly piece: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Refusal = Exclude<Applied, { kind: 'text' }>;
type Planned = readonly Omit<Change, 'piece'>[] | Refusal;

function isChanges(planned: Planned): planned is Exclude<Planned, Refusal> {
  return Array.isArray(planned);
}

interface Source {
  readonly text: string;
  readonly ending: LineEnding;
  /** The last character of the ending. */
  readonly end: '\n' | '\r';
  readonly starts: readonly number[];
}

function readSource(text: string): Source {
  const ending = lineEndingOf(text) ?? '\n';
  const end = ending === '\r' ? '\r' : '\n';
  const starts = text === '' ? [] : [0];
  for (let at = text.indexOf(end); at !== -1 && at + 1 < text.length; at = text.indexOf(end, at + 1)) {
    starts.push(at + 1);
  }
  return { text, starts, ending, end };
}

function plan(piece: Piece, source: Source, linesAreKnown: boolean): Planned {
  if (piece.action === 'search_replace') return planSearch(piece, source);
  const insert = piece.action === 'insert';
  const first = insert ? piece.line : piece.start_line;
  const last = insert ? piece.line : (piece.end_line ?? piece.start_line);
  if (first === undefined || last === undefined) {
    return wrong(`${piece.action} needs ${insert ? 'line' : 'start_line'}.`);
  }
  if (insert && piece.text === undefined) return wrong('insert needs text.');
  if (piece.action === 'replace' && piece.text === undefined) return wrong('replace needs text.');
  const count = source.starts.length;
  if (last < first) return wrong(`end_line ${last} is before start_line ${first}.`);
  if (last > (insert ? count + 1 : count))
    return stale(`line ${last} doesn’t exist: the file has ${count} lines.`);
  const doubt = doubtAbout({ first, last, piece, linesAreKnown }, source);
  if (doubt !== undefined) return doubt;
  return [
    insert
      ? insertion(first, piece.text ?? '', source)
      : replacement({ first, last }, piece.text ?? '', source),
  ];
}

interface Lines {
  readonly first: number;
  readonly last: number;
}

function doubtAbout(
  { first, last, piece, linesAreKnown }: Lines & { readonly piece: Piece; readonly linesAreKnown: boolean },
  source: Source,
): Refusal | undefined {
  if (piece.expected === undefined) {
    return linesAreKnown
      ? undefined
      : stale(
          'the file has changed since this conversation last read it.',
          'Read it again, or give the expected text.',
        );
  }
  const actual = source.text.slice(startOf(first, source), startOf(last + 1, source));
  const [current, expected] = [plain(actual), plain(piece.expected)];
  if (current === expected) return undefined;
  return stale(
    `${first === last ? `line ${first}` : `lines ${first} to ${last}`} read ${shown(current)}, not the expected text.`,
    seenDifferences(expected, current.split('\n'), first),
  );
}

function insertion(line: number, text: string, source: Source): Omit<Change, 'piece'> {
  const at = startOf(line, source);
  const lines = withLineEnding(text, source.ending);
  const whole = lines.endsWith(source.end) ? lines : `${lines}${source.ending}`;
  const isUnended = at === source.text.length && at > 0 && !source.text.endsWith(source.end);
  return {
    start: at,
    end: at,
    text: isUnended ? `${source.ending}${whole.slice(0, -source.ending.length)}` : whole,
  };
}

function replacement({ first, last }: Lines, text: string, source: Source): Omit<Change, 'piece'> {
  const start = startOf(first, source);
  const end = startOf(last + 1, source);
  if (text === '') return { start, end, text };
  const lines = withLineEnding(text, source.ending);
  const ended = source.text.slice(start, end).endsWith(source.end);
  const bare = lines.endsWith(source.end) ? lines.slice(0, -source.ending.length) : lines;
  return { start, end, text: ended ? `${bare}${source.ending}` : bare };
}

function planSearch({ search, text, all }: Piece, source: Source): Planned {
  if (search === undefined || search === '') return wrong('search_replace needs the text to search for.');
  if (text === undefined) return wrong('search_replace needs text, which may be empty.');
  const pattern = search.replace(/\r?\n|[\\^$.*+?()[\]{}|]/g, part =>
    part.endsWith('\n') ? (source.end === '\r' ? '\\r' : '\\r?\\n') : `\\${part}`,
  );
  const found = [...source.text.matchAll(new RegExp(pattern, 'g'))];
  if (found.length === 0)
    return stale(`the file does not contain ${shown(search)}.`, nearMiss(search, source));
  if (found.length > 1 && all !== true) {
    const lines = found.map(({ index }) => lineAt(index, source));
    return stale(
      `the file contains ${shown(search)} ${found.length} times (lines ${lines.slice(0, 10).join(', ')}).`,
      'Include more of the text around it, or set all.',
    );
  }
  return found.map(({ index, 0: match }) => ({
    start: index,
    end: index + match.length,
    text: withLineEnding(text, source.ending),
  }));
}

/** Searches fail most often because of the spaces at the beginning of lines. */
function nearMiss(search: string, source: Source): string | undefined {
  const lines = linesOf(source.text);
  const differences = seenDifferences(withLineEnding(search, '\n'), lines);
  if (differences !== undefined) return differences;
  const wanted = search
    .split(/\r?\n/)
    .map(line => line.trim())
    .find(line => line !== '');
  if (wanted === undefined) return undefined;
  const line = lines.findIndex(candidate => candidate.trim() === wanted);
  return line === -1 ? 'Read it again.' : `Line ${line + 1} is similar: check spaces and the lines after it.`;
}

function applied(text: string, changes: readonly Change[]): string {
  let at = 0;
  const pieces = changes.map(change => {
    const kept = text.slice(at, change.start);
    at = change.end;
    return kept + change.text;
  });
  return pieces.join('') + text.slice(at);
}

function startOf(line: number, { starts, text }: Source): number {
  return starts[line - 1] ?? text.length;
}

function lineAt(offset: number, { starts }: Source): number {
  const after = starts.findIndex(start => start > offset);
  return after === -1 ? starts.length : after;
}

function plain(lines: string): string {
  return linesOf(lines).join('\n');
}

function shown(text: string): string {
  return JSON.stringify(shortened(text, 200));
}

function wrong(reason: string): Refusal {
  return { kind: 'wrong', reason };
}

function stale(reason: string, advice?: string): Refusal {
  return defined({ kind: 'stale', reason, advice });
}
