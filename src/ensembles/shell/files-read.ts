import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../../converser/ground/json/defined.ts';
import type { ContentLabels } from '../../converser/words/labels/content-labels.ts';
import { join, type Label, type ReadLabel } from '../../converser/words/labels/label.ts';
import { readText } from '../../files/read-regular-file.ts';
import { notedOf, ofSecret } from '../workspace/label-files.ts';
import { labelOfNames } from '../workspace/label-names.ts';
import { nameInLine } from '../workspace/name-in-line.ts';
import { secretPlace } from '../workspace/protection/protected-place.ts';
import { slashed } from '../workspace/real-path.ts';
import type { Command } from './command/command.ts';
import { programName } from './command/program-name.ts';
import { namesIn } from './rules/named-place.ts';
import { shellWords } from './rules/shell-words.ts';

export interface FilesRead {
  readonly labels: Pick<ContentLabels, 'any' | 'of' | 'at'>;
  readonly folders: readonly string[];
  readonly whyAdded: () => Promise<(file: string) => string | undefined>;
}

/** Programs may print or write the files that they name; what they read of their own accord stays unknown. */
export async function labelOfNamed(command: Command, files: FilesRead): Promise<ReadLabel | undefined> {
  if (!(await files.labels.any())) return undefined;
  const words =
    command.kind === 'line' ? shellWords(command.line).commands : [[command.program, ...command.args]];
  const namesOf = (commands: typeof words) =>
    commands.flatMap(([program = '', ...args]) => [...namesIn({ program, args })]);
  const read = await labelOfFound(
    namesOf(words.filter(([name = '', ...args]) => mayRead(name, args))),
    files,
  );
  // What works in a folder may print the names and messages in it.
  return joinedRead(
    read,
    await labelOfListed(
      ['.', ...namesOf(words)].map(name => `${name}/x`),
      files,
    ),
  );
}

async function labelOfListed(names: readonly string[], files: FilesRead): Promise<ReadLabel | undefined> {
  const { labels, folders } = files;
  const places = folders.flatMap(folder => names.map(name => slashed(path.resolve(folder, name))));
  const label = await labelOfNames(labels, places);
  return label && { ...label, read: 'a name or message' };
}

export function joinedRead(one: ReadLabel | undefined, other: ReadLabel | undefined): ReadLabel | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const { read = other.read } = one;
  return defined({ ...join(one, other), read });
}

/** Labels the files whose lines programs print behind their names: searches, and differences. */
export async function labelOfPrinted(output: string, files: FilesRead): Promise<ReadLabel | undefined> {
  const [names, listed] = [new Set<string>(), new Set<string>()];
  for (const line of output.split('\n').slice(0, mostLines)) {
    listed.add(line.trim().slice(0, 300).replace(ofStatus, '').replace(/:$/, '/x'));
    const name = behindName.exec(line)?.[1] ?? ofDifference.exec(line)?.[1];
    if (name !== undefined) names.add(name);
  }
  const whyAdded = await files.whyAdded();
  const isAdded = (name: string) =>
    files.folders.some(folder => whyAdded(path.resolve(folder, name)) !== undefined);
  const isSecret = [...names].find(name => secretPlace(name) !== undefined || isAdded(name));
  const noted = (await files.labels.any())
    ? joinedRead(await labelOfFound(names, files), await labelOfListed([...listed], files))
    : undefined;
  if (isSecret === undefined) return noted;
  return joinedRead({ ...ofSecret, read: nameInLine(isSecret) }, noted);
}

const mostLines = 5_000;

/** Matches `src/a.ts:12: text`, and `src/a.ts-12- text` around a match. */
const behindName = /^([^:\0]{1,300}?)(?::|-\d+-)/;
const ofStatus = /^[ MADRCTU?!]{1,2} /;
const ofDifference = /^(?:\+\+\+|---) (?:[ab]\/)?([^\t]{1,300})/;

/** These print names, sizes and states, and nothing of what is in files. */
const onlyNames = new Set(
  'ls wc stat du test mkdir touch chmod chown rm rmdir basename dirname realpath'.split(' '),
);

const contentsWithGit = new Set('show diff blame grep cat-file archive log format-patch'.split(' '));

function mayRead(program: string, args: readonly string[]): boolean {
  const name = programName(program);
  if (name === 'git') return args.some(arg => contentsWithGit.has(arg));
  return !onlyNames.has(name);
}

const [mostNames, mostBytes] = [500, 4 * 1024 * 1024];

async function labelOfFound(
  names: Iterable<string>,
  { labels, folders }: FilesRead,
): Promise<ReadLabel | undefined> {
  const found: ReadLabel[] = [];
  for (const name of [...new Set(names)].slice(0, mostNames)) {
    for (const folder of folders) {
      const label = await labelAt(path.resolve(folder, name), labels);
      if (label !== undefined) found.push({ ...label, read: nameInLine(name) });
    }
  }
  return found.reduce<ReadLabel | undefined>(joinedRead, undefined);
}

/** What isn't there, or isn't text, is known by its place alone. */
async function labelAt(file: string, labels: FilesRead['labels']): Promise<Label | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return undefined;
  const text = await readText(real, { most: mostBytes }).catch(() => '');
  return notedOf(labels, text, [slashed(file), slashed(real)]);
}
