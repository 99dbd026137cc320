import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../../converser/ground/json/defined.ts';
import type { RunOptions, ServeOptions, TerminalOptions } from './command-line.ts';

export type FolderOptions = Pick<RunOptions, 'roots' | 'ensembles'> &
  Partial<Pick<RunOptions, 'lock' | 'requestsFolder' | 'instructionsFile'>> &
  Pick<ServeOptions, 'keyFile' | 'keysFile'> &
  Pick<TerminalOptions, 'attach'>;

/** A folder is the same through whichever link: its conversations, and what can be undone, are found again. */
export async function withAbsoluteFolders<Options extends FolderOptions>(options: Options): Promise<Options> {
  const { roots, ensembles, lock, requestsFolder } = options;
  const { instructionsFile, keyFile, keysFile, attach } = options;
  return {
    ...options,
    roots: await Promise.all(roots.map(fromHere).map(root => realpath(root).catch(() => root))),
    ensembles: ensembles.map(fromHere),
    ...defined({
      lock: lock && fromHere(lock),
      requestsFolder: requestsFolder && fromHere(requestsFolder),
      instructionsFile: instructionsFile && fromHere(instructionsFile),
      keyFile: keyFile && fromHere(keyFile),
      keysFile: keysFile && fromHere(keysFile),
      attach: attach?.map(file => (file === '-' ? file : fromHere(file))),
    }),
  };
}

/** npm runs its scripts in the package's folder, but paths are relative to the folder in which you typed them. */
export function fromHere(place: string): string {
  const { INIT_CWD, npm_lifecycle_event: script } = process.env;
  const here = script === 'converse' && INIT_CWD !== undefined ? INIT_CWD : process.cwd();
  return path.resolve(here, place);
}

/** Resolves to the first that isn't there. */
export async function missingFolder(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) return folder;
  }
  return undefined;
}
