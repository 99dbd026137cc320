import { execFile } from 'node:child_process';
import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import { findCommand } from '../../process/find-command.ts';
import { isolation } from './bubblewrap.ts';

export type Bubblewrap =
  | { readonly kind: 'found'; readonly file: string }
  /** The reason is the rest of a sentence. */
  | { readonly kind: 'missing'; readonly why: string };

export interface FindBubblewrapOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly roots: () => readonly string[];
}

/** In milliseconds. */
const patience = 3_000;

/** Tries bubblewrap too, until it has worked once: many containers and some systems don't let it work. */
export function createBubblewrapFinder(options: FindBubblewrapOptions): () => Promise<Bubblewrap> {
  const working = new Set<string>();
  return async () => {
    const file = await find(options);
    if (file === undefined)
      return { kind: 'missing', why: 'bubblewrap isn’t installed (its package is bubblewrap)' };
    const failed = working.has(file) ? undefined : await failureOf(file);
    if (failed !== undefined) return { kind: 'missing', why: `bubblewrap doesn’t work here (${failed})` };
    working.add(file);
    return { kind: 'found', file };
  };
}

function find({ environment, roots }: FindBubblewrapOptions): Promise<string | undefined> {
  const folders = [...(environment.PATH ?? '').split(path.delimiter), ...usualFolders];
  const own = folders.filter(each => path.isAbsolute(each) && !roots().some(root => isWithin(each, root)));
  return findCommand('bwrap', { searchPath: [...new Set(own)].join(path.delimiter), cwd: '/' });
}

const usualFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

function failureOf(file: string): Promise<string | undefined> {
  const args = [...isolation(), '--unshare-net', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  const options = { timeout: patience, env: {}, maxBuffer: 64 * 1024 };
  return new Promise(resolve => {
    execFile(file, [...args, '--tmpfs', '/run', '--', file, '--version'], options, (error, _, said) => {
      if (error === null) resolve(undefined);
      else resolve((said.trim().split('\n')[0] || error.message).slice(0, 160));
    });
  });
}
