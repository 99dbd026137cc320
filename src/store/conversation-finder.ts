import { execFile } from 'node:child_process';
import path from 'node:path';

/**
 * Says of the id of a conversation whether its file may hold one of each group of strings, in any case. Some hold them only
 * by chance, such as in the bytes of a picture. Rejects when the signal aborts.
 */
export type ConversationFinder = (
  groups: readonly (readonly string[])[],
  signal: AbortSignal,
) => Promise<(id: string) => boolean>;

/**
 * Looks through the files themselves: ripgrep needs some 30 ms for 200 MB, so there is no index to build, to keep in
 * memory and to repair. Without ripgrep, the search reads every conversation.
 */
export function createConversationFinder(
  folder: string,
  ripgrep: () => string | undefined,
): ConversationFinder {
  return async (groups, signal) => {
    const program = ripgrep();
    if (program === undefined) return () => true;
    const find = (strings: readonly string[]) => runFor(strings, { program, folder, signal });
    const found = await Promise.all(groups.map(find)).catch(() => []);
    signal.throwIfAborted();
    return id => found.every(ids => ids.has(id));
  };
}

const extension = '.jsonl';

/** In bytes. Enough for a million names. */
const mostOutput = 64 * 1024 ** 2;

interface Run {
  readonly program: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

function runFor(strings: readonly string[], { program, folder, signal }: Run): Promise<ReadonlySet<string>> {
  const options = ['--no-config', '--no-messages', '--no-ignore', '--hidden', '--text', '--max-depth=1'];
  const wanted = strings.flatMap(string => ['-e', string]);
  const args = [...options, `--glob=*${extension}`, '-l', '-i', '-F', ...wanted, '.'];
  const { promise, resolve, reject } = Promise.withResolvers<ReadonlySet<string>>();
  execFile(program, args, { cwd: folder, signal, maxBuffer: mostOutput, windowsHide: true }, (cause, out) => {
    // It ends with 1 where it found nothing, and with 2 where a file can't be read.
    if (cause === null || cause.code === 1 || cause.code === 2) resolve(idsIn(out));
    else reject(cause);
  });
  return promise;
}

function idsIn(files: string): ReadonlySet<string> {
  return new Set(files.split('\n').map(file => path.basename(file, extension)));
}
