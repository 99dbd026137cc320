import { createHash } from 'node:crypto';
import { constants, open, realpath } from 'node:fs/promises';
import path from 'node:path';

/** In bytes. */
const largest = 64 * 1024 * 1024;

export interface FoundProgram {
  readonly cwd: string;
  readonly real: string | undefined;
  readonly roots: readonly { readonly path: string }[];
}

/** A digest where the program, or a link to it, is a file of the workspace; empty if it can't be read. */
export async function programVersion(
  program: string,
  { cwd, real, roots }: FoundProgram,
): Promise<string | undefined> {
  const named = /[/\\]/.test(program) ? [path.resolve(cwd, program)] : [];
  const files = real === undefined ? named : [...named, real];
  const folders = await Promise.all(
    roots.flatMap(root => [root.path, realpath(root.path).catch(() => root.path)]),
  );
  const isOurs = files.some(file => folders.some(folder => isInside(path.relative(folder, file))));
  return isOurs ? await digestOf(real).catch(() => '') : undefined;
}

function isInside(relative: string): boolean {
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

async function digestOf(file: string | undefined): Promise<string> {
  if (file === undefined) return '';
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > largest) return '';
    const bytes = await handle.readFile();
    return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  } finally {
    await handle.close();
  }
}
