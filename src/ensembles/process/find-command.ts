import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

export interface FindCommandOptions {
  readonly searchPath: string;
  readonly cwd: string;
  readonly endings?: string;
}

/** Invariant: a bare name is never looked for in the working folder, even by `PATH`: it may come with a repository. */
export async function findCommand(
  command: string,
  { searchPath, cwd, endings }: FindCommandOptions,
): Promise<string | undefined> {
  const isPath = command.includes('/') || (process.platform === 'win32' && command.includes('\\'));
  const folders = isPath ? [cwd] : searchPath.split(path.delimiter).filter(path.isAbsolute);
  for (const folder of folders) {
    for (const ending of endingsFor(command, endings)) {
      const file = path.resolve(cwd, folder, `${command}${ending}`);
      if (await isProgram(file)) return file;
    }
  }
  return undefined;
}

/** The files without an ending that npm puts beside its batch files are for another shell. */
function endingsFor(command: string, endings: string | undefined): readonly string[] {
  if (process.platform !== 'win32') return [''];
  const known = (endings ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const hasOne = [...known, '.PS1'].some(ending => command.toUpperCase().endsWith(ending.toUpperCase()));
  return hasOne ? [''] : [...known, '.PS1'];
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
