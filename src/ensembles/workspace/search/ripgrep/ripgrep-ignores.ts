import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { comparePaths } from '../../../../converser/words/workspace/paths.ts';
import { slashed } from '../../real-path.ts';
import { type IgnoreLine, rebasedLine } from '../ignore-lines.ts';
import { ignoreFileNames } from '../ignore-rules.ts';
import { type RipgrepPlace, ripgrepFiles } from './ripgrep.ts';

export interface IgnoreFileOptions {
  readonly linesIn: (folder: string) => Promise<readonly IgnoreLine[]>;
  readonly signal: AbortSignal;
  /** As arguments of ripgrep. What matches one is found while ignore files are looked for. */
  readonly globs?: readonly string[] | undefined;
}

/** What was found with `globs`, in order; absent if it is too much. */
export interface FoundWithGlobs {
  readonly found: readonly string[] | undefined;
  /** Ignore files below may leave out some of it, and may ask for more. */
  readonly isAll: boolean;
}

export type RunHeeding<T> = (place: RipgrepPlace, listed: FoundWithGlobs) => AsyncGenerator<T, void>;

/** ripgrep gets a single file that says what all readable ignore files of a place say. It is deleted in the end. */
export async function* heedingIgnores<T>(
  place: RipgrepPlace,
  options: IgnoreFileOptions,
  run: RunHeeding<T>,
): AsyncGenerator<T, void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-search-'));
  try {
    const ignoreFile = path.join(folder, 'ignore');
    const heeding = { ...place, ignoreFile };
    // Folders that the top leaves out, such as node_modules, need no search for further ignore files.
    const top = textOf(await options.linesIn(''), '');
    await writeFile(ignoreFile, top);
    const { below, found } = await lookBelow(heeding, options);
    if (below !== '') await writeFile(ignoreFile, top + below);
    yield* run(heeding, { found, isAll: below === '' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Below extends Pick<FoundWithGlobs, 'found'> {
  readonly below: string;
}

async function lookBelow(
  place: RipgrepPlace,
  { linesIn, signal, globs = [] }: IgnoreFileOptions,
): Promise<Below> {
  const folders = new Set<string>();
  const found: string[] = [];
  const names = ignoreFileNames.map(name => `--glob=${name}`);
  for await (const file of ripgrepFiles(place, { signal, globs: [...globs, ...names], isSorted: false })) {
    if (found.length < mostFound) found.push(file);
    if (!isIgnoreFile(file)) continue;
    const folder = path.posix.dirname(slashed(file));
    if (folder !== '.' && !/[\r\n]/.test(folder)) folders.add(folder);
    if (folders.size === mostFolders) break;
  }
  let below = '';
  for (const folder of [...folders].sort(comparePaths)) {
    signal.throwIfAborted();
    below += textOf(await linesIn(folder), folder);
    if (below.length > mostText) break;
  }
  const isAll = globs.length > 0 && found.length < mostFound && folders.size < mostFolders;
  return { below, found: isAll ? inOrder(found) : undefined };
}

/** In that of `comparePaths`, without comparing names each time. */
function inOrder(files: readonly string[]): readonly string[] {
  const keys = files.map(file => slashed(file).replaceAll('/', '\0'));
  return keys.sort().map(key => key.replaceAll('\0', '/'));
}

function isIgnoreFile(file: string): boolean {
  return ignoreFileNames.some(name => name === path.basename(file));
}

/** Putting more in order would take longer than another run. */
const mostFound = 20000;

/** People work with far fewer. Further ones are ignored. */
const mostFolders = 5000;
const mostText = 4_000_000;

function textOf(lines: readonly IgnoreLine[], folder: string): string {
  return lines.map(line => `${rebasedLine(line, folder)}\n`).join('');
}
