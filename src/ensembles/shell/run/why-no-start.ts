import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import type { ConverserError } from '../../../converser/ground/errors.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { readHead } from '../../../files/read-regular-file.ts';
import type { Command } from '../command/command.ts';
import { isBuiltIn } from '../command/program-name.ts';

type Program = Omit<Command & { readonly kind: 'program' }, 'kind'>;

/** For a program that isn't where programs are found. */
export async function whyNotFound(command: Program, cwd: string): Promise<ConverserError> {
  const { program } = command;
  const found = await stat(path.resolve(cwd, program)).catch(() => undefined);
  if (isPath(program) && found !== undefined) {
    if (found.isFile()) return notExecutable(command, path.resolve(cwd, program));
    const what = found.isDirectory() ? 'a folder' : 'something else';
    return serverErrors.commandUnusable(program, `it is ${what}`, 'Name the file of a program.');
  }
  if (found?.isFile() === true)
    return serverErrors.commandUnusable(
      program,
      'it isn’t on the PATH',
      `For the one in this folder, write "./${program}".`,
    );
  return whyNoProgram(command, cwd);
}

/** Says nothing of what there is on the disk. */
export function whyNoProgram(command: Program, cwd: string): ConverserError {
  const { program } = command;
  const remedy = remedyFor(command, cwd);
  if (remedy === undefined) return serverErrors.commandNotFound(program, 'Install it');
  const reason = isPath(program) ? 'there is no such file' : 'it isn’t the name of a program';
  return serverErrors.commandUnusable(program, reason, remedy);
}

export function isPath(program: string): boolean {
  return /[/\\]/.test(program);
}

function remedyFor({ program, args }: Program, cwd: string): string | undefined {
  if (isBuiltIn(program)) return 'It is built into shells: use line or, for another folder, cwd.';
  if (/^~|["'`$|&;<>*?=]/.test(program)) return 'To have it read by a shell, use line.';
  const [name = '', ...words] = program.trim().split(/\s+/);
  if (words.length > 0)
    return `Put the words into args, such as ${example(name, [...words, ...args])}, or use line.`;
  return isPath(program)
    ? `Check the path. It counts from ${JSON.stringify(cwd)} unless it is absolute.`
    : undefined;
}

async function notExecutable({ program, args }: Program, file: string): Promise<ConverserError> {
  const interpreter = namesOf(await shebangOf(file))
    .at(-1)
    ?.trim();
  const how =
    interpreter === undefined
      ? 'with the program that reads it'
      : `as ${example(interpreter, [program, ...args])}`;
  const remedy = `Run it ${how}, or make it executable with chmod +x.`;
  return serverErrors.commandUnusable(program, 'it isn’t executable', remedy);
}

function example(program: string, args: readonly string[]): string {
  const words = args.map(word => JSON.stringify(word)).join(', ');
  return `{"program": ${JSON.stringify(program)}, "args": [${words.length > longestArgs ? '…' : words}]}`;
}

/** In characters. */
const longestArgs = 300;

/** For a script with a missing interpreter, the system only reports that there is no such file. */
export async function refuseWithoutInterpreter(program: string, file: string, cwd: string): Promise<void> {
  const names = process.platform === 'win32' ? [] : namesOf(await shebangOf(file));
  for (const [at, name] of names.entries()) {
    const isThere = at === 0 ? await exists(path.resolve(cwd, name)) : !name.endsWith('\r');
    if (isThere) continue;
    const remedy = name.endsWith('\r')
      ? 'The file has Windows line endings (CRLF): change them to LF.'
      : 'Run it with one that is there, or change its first line.';
    throw serverErrors.commandUnusable(program, `its interpreter ${JSON.stringify(name)} is missing`, remedy);
  }
}

export function whyNotStarted(cause: unknown, { program }: Pick<Program, 'program'>): unknown {
  if (hasCode(cause, 'ENOENT'))
    return serverErrors.commandUnusable(
      program,
      'something that it needs to start is missing, such as its loader',
      'It may be made for another system.',
    );
  return hasCode(cause, 'EACCES')
    ? serverErrors.commandUnusable(program, 'the system doesn’t allow it', 'Ask the user to allow it.')
    : cause;
}

/** Without the `#!`, and with a `\r` that ends the line: systems take it for a part of the name. */
async function shebangOf(file: string): Promise<string> {
  const head = await readHead(file, longestShebang).catch(() => undefined);
  return /^#!([^\n]*)/.exec(head?.toString('utf8') ?? '')?.[1] ?? '';
}

/** In bytes. Linux reads no more. */
const longestShebang = 256;

/** Names the interpreter, and the program that `env` starts. */
function namesOf(shebang: string): readonly string[] {
  const [interpreter, next = ''] = shebang.split(/[ \t]+/).filter(Boolean);
  if (interpreter === undefined) return [];
  return path.basename(interpreter) === 'env' && !/^-|=/.test(next) && next !== ''
    ? [interpreter, next]
    : [interpreter];
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    cause => !hasCode(cause, 'ENOENT', 'ENOTDIR'),
  );
}
