import { type BigIntStats, statSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../converser/ground/causes.ts';
import type { RealPath } from '../../converser/words/workspace/resolve-links.ts';
import type { PathRules } from '../../converser/words/workspace/workspace.ts';
import { bytePath, nameOfBytes } from '../../files/byte-names.ts';

export const realPath: RealPath = async absolutePath => {
  const rest: string[] = [];
  for (let existing = path.resolve(absolutePath); ; existing = path.dirname(existing)) {
    const real = await realpath(bytePath(existing), 'buffer').catch(orAbsent);
    if (real !== undefined) return slashed(path.join(nameOfBytes(real), ...rest));
    if ((await lstat(bytePath(existing)).catch(orAbsent)) !== undefined) {
      throw new Error(`${path.basename(existing)} is a link that leads nowhere.`);
    }
    rest.unshift(path.basename(existing));
  }
};

/** Finds out by trying what the file system at a folder makes of names. */
export function pathRulesOf(folder: string): PathRules {
  const windows = process.platform === 'win32';
  const swapped = path.join(path.dirname(folder), swapCase(path.basename(folder)));
  if (swapped === folder) return { windows, foldsCase: windows || process.platform === 'darwin' };
  const mine = identity(folder);
  const other = identity(swapped);
  return { windows, foldsCase: mine !== undefined && mine.ino === other?.ino && mine.dev === other.dev };
}

function identity(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

/** Elsewhere than on Windows, a backslash is a letter like any other. */
export function slashed(native: string): string {
  return path.sep === '\\' ? native.replaceAll('\\', '/') : native;
}

export function orAbsent(cause: unknown): undefined {
  if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return undefined;
  throw cause;
}

function swapCase(name: string): string {
  return [...name]
    .map(letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
}
