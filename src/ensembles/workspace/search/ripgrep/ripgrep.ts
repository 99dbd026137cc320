import { comparePaths } from '../../../../converser/words/workspace/paths.ts';
import type { TextQuery } from '../../../../converser/words/workspace/workspace.ts';
import { slashed } from '../../real-path.ts';
import { bytesSource, isAscii } from '../letter-forms.ts';
import { patternFault } from '../text-pattern.ts';
import { type RipgrepMatch, readRipgrepLines } from './ripgrep-lines.ts';
import { runRipgrep } from './run-ripgrep.ts';

export interface RipgrepPlace {
  readonly program: string;
  readonly folder: string;
  readonly ignoreFile?: string;
  /** This text is searched instead of the folder. */
  readonly input?: string;
  /** As arguments. What matches one is listed or searched, whatever ignore files say. */
  readonly globs?: readonly string[];
}

/** Invariant: ripgrep reads no ignore file by itself: a link to a device, or a pipe, would never end. */
function commonArguments({ ignoreFile, globs = [] }: RipgrepPlace): readonly string[] {
  return [
    '--no-config',
    '--no-messages',
    '--no-ignore-messages',
    '--hidden',
    '--no-ignore',
    ...(ignoreFile === undefined ? [] : [`--ignore-file=${ignoreFile}`]),
    ...globs,
    '--glob=!.git',
  ];
}

/** Yields until the consumer stops. Sorting takes several times as long. */
export async function* ripgrepFiles(
  place: RipgrepPlace,
  { signal, globs = [], isSorted = true }: ListingOfFiles,
): AsyncGenerator<string, void> {
  const args = [
    ...commonArguments({ ...place, globs }),
    ...(isSorted ? ['--sort=path'] : []),
    ...['--files', '--null', '--', './'],
  ];
  for await (const record of runRipgrep({ ...place, args, separator: 0, signal })) {
    yield withoutDot(record.toString('utf8'));
  }
}

interface ListingOfFiles {
  readonly signal: AbortSignal;
  readonly globs?: RipgrepPlace['globs'] | undefined;
  readonly isSorted?: boolean;
}

/** In bytes. ripgrep shows only the beginning of a longer line, and does not count what else matches in it. */
const longestLine = 20_000;

/** What is rare is put in order here: ripgrep sorts with one thread. What is frequent ends the search soon. */
export async function* ripgrepText(
  place: RipgrepPlace,
  query: TextQuery,
  signal: AbortSignal,
): AsyncGenerator<RipgrepMatch, void> {
  const rare: RipgrepMatch[] = [];
  for await (const match of printedLines(place, query, { signal, args: [] }))
    if (rare.push(match) > mostRare) break;
  if (rare.length > mostRare) return yield* printedLines(place, query, { signal, args: ['--sort=path'] });
  yield* rare.sort((a, b) => comparePaths(slashed(a.path), slashed(b.path)) || a.line - b.line);
}

const mostRare = 500;

interface Printing {
  readonly signal: AbortSignal;
  readonly args: readonly string[];
}

async function* printedLines(
  place: RipgrepPlace,
  { text, isRegex, isCaseSensitive }: TextQuery,
  { signal, args: more }: Printing,
): AsyncGenerator<RipgrepMatch, void> {
  const isFixed = !isRegex && isAscii(text);
  const args = [
    ...commonArguments(place),
    ...more,
    '--null',
    '--no-heading',
    '--with-filename',
    '--line-number',
    '--color=never',
    '--no-mmap',
    '--crlf',
    '--max-filesize=20M',
    `--max-columns=${longestLine}`,
    '--max-columns-preview',
    '--regex-size-limit=50M',
    '--dfa-size-limit=50M',
    isCaseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(isFixed ? ['--fixed-strings'] : []),
    `--regexp=${isRegex || isFixed ? text : bytesSource(text, isCaseSensitive)}`,
    '--',
    place.input === undefined ? './' : '-',
  ];
  const explain = (complaint: string) => patternFault(isRegex ? text : '', complaint);
  const records = runRipgrep({ ...place, args, separator: 10, signal, explain });
  for await (const match of readRipgrepLines(records, longestLine)) {
    yield { ...match, path: withoutDot(match.path) };
  }
}

function withoutDot(path: string): string {
  return path.replace(/^\.[/\\]/, '');
}
