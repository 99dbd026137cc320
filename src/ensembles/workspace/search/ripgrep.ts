import { spawn } from 'node:child_process';
import { reasonOf } from '../../../converser/errors.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import type { TextQuery } from '../../../converser/workspace/workspace.ts';
import { aroundMatch } from './text-pattern.ts';

/** Where and with what ripgrep searches. */
export interface RipgrepPlace {
  readonly program: string;
  readonly folder: string;
  /** Relative to the folder: `.` or the name of a file. */
  readonly target: string;
  readonly includeIgnored: boolean;
}

export interface RipgrepMatch {
  /** Relative to the folder. */
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/**
 * The same files are left out as when folders are walked: what the ignore files inside the search say, and
 * nothing else that happens to lie on this machine.
 */
function commonArguments({ includeIgnored }: RipgrepPlace): readonly string[] {
  return [
    '--no-config',
    '--no-messages',
    '--no-ignore-messages',
    '--hidden',
    '--sort=path',
    '--glob=!.git',
    ...(includeIgnored
      ? ['--no-ignore']
      : ['--no-require-git', '--no-ignore-parent', '--no-ignore-global', '--no-ignore-exclude']),
  ];
}

/** Paths of files, in order, until the consumer stops. */
export async function* ripgrepFiles(place: RipgrepPlace, signal: AbortSignal): AsyncGenerator<string, void> {
  const args = [...commonArguments(place), '--files', '--null', '--', place.target];
  for await (const record of runRipgrep(place, { args, separator: 0, signal })) {
    yield record.toString('utf8').replace(/^\.[/\\]/, '');
  }
}

/** Matching lines, in order, until the consumer stops. */
export async function* ripgrepText(
  place: RipgrepPlace,
  { text, isRegex, isCaseSensitive }: TextQuery,
  signal: AbortSignal,
): AsyncGenerator<RipgrepMatch, void> {
  const args = [
    ...commonArguments(place),
    '--json',
    '--crlf',
    '--max-filesize=20M',
    isCaseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(isRegex ? [] : ['--fixed-strings']),
    `--regexp=${text}`,
    '--',
    place.target,
  ];
  for await (const record of runRipgrep(place, { args, separator: 10, signal })) {
    const match = readMatch(record.toString('utf8'));
    if (match !== undefined) yield match;
  }
}

interface Run {
  readonly args: readonly string[];
  /** The byte that ends each record. */
  readonly separator: number;
  readonly signal: AbortSignal;
}

/** Runs ripgrep without a shell, and kills it as soon as the consumer stops or the signal aborts. */
async function* runRipgrep(
  { program, folder }: RipgrepPlace,
  { args, separator, signal }: Run,
): AsyncGenerator<Buffer, void> {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
    windowsHide: true,
    // Windows starts no program without it; ripgrep itself needs nothing from the environment.
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaint = (complaint + piece).slice(0, 2000);
  });
  const closed = new Promise<unknown>(resolve => child.once('error', resolve).once('close', resolve));
  try {
    yield* records(child.stdout, separator);
    const end = await closed;
    signal.throwIfAborted();
    if (end instanceof Error) throw fileErrors.searchFailed(reasonOf(end));
    if (complaint.trim() !== '') throw fileErrors.searchFailed(complaint.replace(/^rg: /, '').trim());
  } finally {
    child.kill('SIGKILL');
  }
}

async function* records(stream: AsyncIterable<Buffer>, separator: number): AsyncGenerator<Buffer, void> {
  let pending: Buffer[] = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(separator); end !== -1; end = chunk.indexOf(separator, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end)]);
      pending = [];
      start = end + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
}

/** https://docs.rs/grep-printer/latest/grep_printer/struct.JSON.html: what is not UTF-8 comes as base64. */
type Arbitrary = { readonly text: string } | { readonly bytes: string };
type Message =
  | { readonly type: 'begin' | 'end' | 'context' | 'summary' }
  | {
      readonly type: 'match';
      readonly data: {
        readonly path: Arbitrary;
        readonly lines: Arbitrary;
        readonly line_number: number;
        readonly submatches: readonly { readonly start: number }[];
      };
    };

function readMatch(json: string): RipgrepMatch | undefined {
  const message = JSON.parse(json) as Message;
  if (message.type !== 'match') return undefined;
  const { path, lines, line_number: line, submatches } = message.data;
  const before = bytesOf(lines).subarray(0, submatches[0]?.start ?? 0);
  const [first = ''] = textOf(lines).split(/\r?\n/);
  return {
    path: textOf(path).replace(/^\.[/\\]/, ''),
    line,
    text: aroundMatch(first, before.toString('utf8').length),
  };
}

function textOf(value: Arbitrary): string {
  return 'text' in value ? value.text : new TextDecoder('windows-1252').decode(bytesOf(value));
}

function bytesOf(value: Arbitrary): Buffer {
  return 'text' in value ? Buffer.from(value.text, 'utf8') : Buffer.from(value.bytes, 'base64');
}
