import type { TextQuery } from '../../../../converser/words/workspace/workspace.ts';
import { ignoreFileNames, largestIgnoreFile } from '../ignore-rules.ts';
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
}

/** Invariant: ripgrep reads no ignore file by itself: a link to a device, or a pipe, would never end. */
function commonArguments({ ignoreFile }: RipgrepPlace): readonly string[] {
  return [
    '--no-config',
    '--no-messages',
    '--no-ignore-messages',
    '--hidden',
    '--no-ignore',
    ...(ignoreFile === undefined ? [] : [`--ignore-file=${ignoreFile}`]),
  ];
}

/** Yields until the consumer stops. Sorting takes several times as long. */
export async function* ripgrepFiles(
  place: RipgrepPlace,
  { signal, isSorted = true }: { readonly signal: AbortSignal; readonly isSorted?: boolean },
): AsyncGenerator<string, void> {
  yield* listFiles(place, [...(isSorted ? ['--sort=path'] : []), '--glob=!.git'], signal);
}

/** Yields only ordinary files of an ordinary size, in no order. */
export async function* ripgrepIgnoreFiles(
  place: RipgrepPlace,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const names = ignoreFileNames.map(name => `--glob=${name}`);
  yield* listFiles(place, [...names, '--glob=!.git', `--max-filesize=${largestIgnoreFile}`], signal);
}

async function* listFiles(
  place: RipgrepPlace,
  args: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const all = [...commonArguments(place), ...args, '--files', '--null', '--', './'];
  for await (const record of runRipgrep({ ...place, args: all, separator: 0, signal })) {
    yield withoutDot(record.toString('utf8'));
  }
}

/** In bytes. ripgrep shows only the beginning of a longer line, and does not count what else matches in it. */
const longestLine = 20_000;

export async function* ripgrepText(
  place: RipgrepPlace,
  { text, isRegex, isCaseSensitive }: TextQuery,
  signal: AbortSignal,
): AsyncGenerator<RipgrepMatch, void> {
  const isFixed = !isRegex && isAscii(text);
  const args = [
    ...commonArguments(place),
    '--sort=path',
    '--glob=!.git',
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
