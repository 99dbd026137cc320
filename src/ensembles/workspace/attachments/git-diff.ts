import type { ChildProcess } from 'node:child_process';
import { devNull } from 'node:os';
import { errors } from '../../../converser/ground/errors.ts';
import type { WithheldFor } from '../../../converser/words/workspace/workspace.ts';
import { startGit } from '../journal/git/run-git.ts';
import { nameInLine } from '../name-in-line.ts';

export interface GitDiff {
  readonly text: string;
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly isCut: boolean;
  readonly leftOut: readonly WithheldFor[];
}

export interface DiffOptions {
  /** Only what is staged. Default: all changes since the last commit. */
  readonly isStaged?: boolean;
  readonly why: (path: string) => WithheldFor | undefined;
  readonly mostCharacters: number;
  readonly signal: AbortSignal;
}

const mostNames = 500;
const timeLimit = 10_000;

/** Resolves to `undefined` where there is no repository or no Git. */
export async function readDiff(folder: string, options: DiffOptions): Promise<GitDiff | undefined> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeLimit)]);
  const run = (args: readonly string[], most: number) =>
    readGit([...harmless, ...args], { folder, most, signal });
  const filters = await ownFilters(run);
  if (filters === undefined) return undefined;
  const head = await run(['rev-parse', '--verify', '--quiet', 'HEAD'], 100);
  const base = head?.text.trim() || emptyTree;
  const diff = [...filters, 'diff', ...plain, ...(options.isStaged ? ['--cached'] : []), base];
  const names = await run([...diff, '--name-only', '-z', '--', '.'], mostBytes);
  const others = ['ls-files', '--others', '--exclude-standard', '-z'];
  const untracked = options.isStaged ? nothing : await run(others, mostBytes);
  if (names === undefined || untracked === undefined) return undefined;
  const changed = namesIn(names);
  const added = namesIn(untracked);
  const leftOut = new Map<string, WithheldFor>();
  for (const path of [...changed, ...added]) {
    const why = options.why(path);
    if (why !== undefined) leftOut.set(path, why);
  }
  if (leftOut.size > mostNames)
    throw errors.badArguments('Too many files have changed that are protected or that your rules deny');
  const without = [...leftOut.keys()].map(path => `:(exclude,literal)${path}`);
  const shown = await run([...diff, '--', '.', ...without], options.mostCharacters);
  if (shown === undefined) return undefined;
  const open = (path: string) => !leftOut.has(path);
  return {
    text: shown.text,
    changed: changed.filter(open).slice(0, mostNames),
    added: added.filter(open).slice(0, mostNames).map(nameInLine),
    isCut: shown.isCut || names.isCut || untracked.isCut,
    leftOut: [...leftOut.values()],
  };
}

/** The last ones first. Empty where there are none. */
export async function readSubjects(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const args = [...harmless, 'log', '-20', '--no-merges', '--no-show-signature', '--format=%s'];
  const log = await readGit(args, { folder, most: mostOfSubjects, signal });
  return log?.text.split('\n').filter(subject => subject !== '') ?? [];
}

const mostOfSubjects = 4_000;

const nothing: GitOutput = { text: '', isCut: false };

const mostBytes = 1_000_000;
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** A folder that came with another one can be a repository and say what Git runs. */
const harmless = [
  '-c',
  'safe.bareRepository=explicit',
  '-c',
  `core.hooksPath=${devNull}`,
  '-c',
  'core.quotePath=false',
];

/** Git runs nothing that the repository configures, and looks neither above the folder nor into submodules. */
const plain = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
  '--relative',
  '--ignore-submodules=dirty',
];

/** Switches off the repository's filters, which Git would run to compare. Yours, such as Git LFS, stay. */
async function ownFilters(run: Run): Promise<readonly string[] | undefined> {
  if ((await run(['rev-parse', '--git-dir'], 10_000)) === undefined) return undefined;
  const found = await run(
    ['config', '--show-scope', '--includes', '--name-only', '-z', '--get-regexp', '^filter\\.'],
    mostBytes,
  );
  const parts = found?.text.split('\0') ?? [];
  const names = new Set<string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope, key = ''] = [parts[at], parts[at + 1]];
    const name = /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1];
    if (name !== undefined && scope !== 'global' && scope !== 'system') names.add(name);
  }
  return [...names].flatMap(name =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap(end => ['-c', `filter.${name}.${end}`]),
  );
}

type Run = (args: readonly string[], most: number) => Promise<GitOutput | undefined>;

interface GitOutput {
  readonly text: string;
  readonly isCut: boolean;
}

function namesIn({ text, isCut }: GitOutput): readonly string[] {
  const names = text.split('\0');
  return (isCut ? names.slice(0, -1) : names).filter(name => name !== '');
}

interface GitReading {
  readonly folder: string;
  /** In bytes. */
  readonly most: number;
  readonly signal: AbortSignal;
}

async function readGit(
  args: readonly string[],
  { folder, most, signal }: GitReading,
): Promise<GitOutput | undefined> {
  signal.throwIfAborted();
  const child = startGit(args, folder);
  child.stdin?.on('error', () => {}).end();
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { bytes, isCut } = await collect(child, most);
    signal.throwIfAborted();
    return bytes && { text: bytes.toString('utf8').toWellFormed(), isCut };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function collect(
  child: ChildProcess,
  most: number,
): Promise<{ readonly bytes: Buffer | undefined; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    if (size < most) chunks.push(chunk.subarray(0, most - size));
    size += chunk.length;
    if (size > most) child.kill();
  });
  return new Promise(resolve => {
    child.once('error', () => resolve({ bytes: undefined, isCut: false }));
    child.once('close', code => {
      const isCut = size > most;
      resolve({ bytes: code === 0 || isCut ? Buffer.concat(chunks) : undefined, isCut });
    });
  });
}
