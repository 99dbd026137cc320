import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { comparePaths } from '../../../../converser/words/workspace/paths.ts';
import { slashed } from '../../real-path.ts';
import { type IgnoreLine, rebasedLine } from '../ignore-lines.ts';
import { type RipgrepPlace, ripgrepIgnoreFiles } from './ripgrep.ts';

export interface IgnoreFileOptions {
  readonly linesIn: (folder: string) => Promise<readonly IgnoreLine[]>;
  readonly signal: AbortSignal;
}

/** ripgrep gets a single file that says what all readable ignore files of a place say. It is deleted in the end. */
export async function* heedingIgnores<T>(
  place: RipgrepPlace,
  { linesIn, signal }: IgnoreFileOptions,
  run: (place: RipgrepPlace) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-search-'));
  try {
    const ignoreFile = path.join(folder, 'ignore');
    const heeding = { ...place, ignoreFile };
    // Folders that the top leaves out, such as node_modules, need no search for further ignore files.
    const top = textOf(await linesIn(''), '');
    await writeFile(ignoreFile, top);
    const below = await textBelow(heeding, { linesIn, signal });
    if (below !== '') await writeFile(ignoreFile, top + below);
    yield* run(heeding);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function textBelow(place: RipgrepPlace, { linesIn, signal }: IgnoreFileOptions): Promise<string> {
  const folders = new Set<string>();
  for await (const file of ripgrepIgnoreFiles(place, signal)) {
    const folder = path.posix.dirname(slashed(file));
    if (folder !== '.' && !/[\r\n]/.test(folder)) folders.add(folder);
    if (folders.size === mostFolders) break;
  }
  let text = '';
  for (const folder of [...folders].sort(comparePaths)) {
    signal.throwIfAborted();
    text += textOf(await linesIn(folder), folder);
    if (text.length > mostText) break;
  }
  return text;
}

/** People work with far fewer. Further ones are ignored. */
const mostFolders = 5000;
const mostText = 4_000_000;

function textOf(lines: readonly IgnoreLine[], folder: string): string {
  return lines.map(line => `${rebasedLine(line, folder)}\n`).join('');
}
