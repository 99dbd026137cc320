import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { locateAbsolute } from '../../../converser/words/workspace/paths.ts';
import type { Root } from '../../../converser/words/workspace/workspace.ts';
import { readBytes } from '../../../files/read-regular-file.ts';

export interface FoundProgram {
  readonly cwd: string;
  readonly real: string | undefined;
  readonly roots: readonly Root[];
}

/** A digest where the program, or a link to it, is a file of the workspace; empty if it can't be read. */
export async function programVersion(
  program: string,
  { cwd, real, roots }: FoundProgram,
): Promise<string | undefined> {
  const own = roots.map(async root => ({ ...root, path: await realpath(root.path).catch(() => root.path) }));
  const all = [...roots, ...(await Promise.all(own))];
  const named = /[/\\]/.test(program) ? path.resolve(cwd, program) : undefined;
  const isOurs = [named, real].some(file => file && locateAbsolute(file.replaceAll('\\', '/'), all));
  return isOurs ? await digestOf(real).catch(() => '') : undefined;
}

/** In bytes. */
const largest = 64 * 1024 * 1024;

async function digestOf(file = ''): Promise<string> {
  const bytes = await readBytes(file, { followsLinks: true, most: largest });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
