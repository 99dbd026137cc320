import { execFile } from 'node:child_process';
import path from 'node:path';
import type { Clock } from '../../../converser/ground/ports.ts';
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
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** In milliseconds. */
const patience = 3_000;

/** In milliseconds. A failure is believed for so long: bubblewrap may be installed meanwhile. */
const keptFor = 60_000;

/** Tries bubblewrap too: many containers and some systems don't let it work. */
export function createBubblewrapFinder(options: FindBubblewrapOptions): () => Promise<Bubblewrap> {
  let known: Promise<Bubblewrap> | undefined;
  let since = 0;
  return async () => {
    if (known !== undefined) {
      const last = await known;
      if (last.kind === 'found' || options.clock.monotonic() - since < keptFor) return last;
    }
    since = options.clock.monotonic();
    known = findAndTry(options);
    return known;
  };
}

async function findAndTry({ environment, roots }: FindBubblewrapOptions): Promise<Bubblewrap> {
  const folders = [...(environment.PATH ?? '').split(path.delimiter), ...usualFolders];
  const own = folders.filter(each => path.isAbsolute(each) && !roots().some(root => isWithin(each, root)));
  const file = await findCommand('bwrap', { searchPath: [...new Set(own)].join(path.delimiter), cwd: '/' });
  if (file === undefined)
    return { kind: 'missing', why: 'bubblewrap isn’t installed (its package is bubblewrap)' };
  const failed = await failureOf(file);
  return failed === undefined
    ? { kind: 'found', file }
    : { kind: 'missing', why: `bubblewrap doesn’t work here (${failed})` };
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
