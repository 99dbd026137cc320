import { execFile } from 'node:child_process';
import path from 'node:path';
import { namesIn, readBytes } from './records.ts';

export interface ConversationFinder {
  /**
   * The ids of the conversations whose files hold one of each group of strings, in any case. Some hold them only by
   * chance, such as in the bytes of a picture. Rejects when the signal aborts.
   */
  holding(groups: readonly (readonly string[])[], signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/**
 * Looks through the files themselves: ripgrep needs some 30 ms for 200 MB, so there is no index to build, to keep in
 * memory and to repair. Where there is no ripgrep, this process reads them, which takes ten times as long.
 */
export function createConversationFinder(
  folder: string,
  ripgrep: () => Promise<string | undefined>,
): ConversationFinder {
  const list = async () =>
    (await namesIn(folder)).filter(name => name.endsWith(extension)).map(name => path.join(folder, name));
  return {
    async holding(groups, signal) {
      const program = await ripgrep();
      const read = (strings: readonly string[]) => readFor(strings, list, signal);
      const find = (strings: readonly string[]) =>
        program === undefined
          ? read(strings)
          : runFor(strings, { program, folder, signal }).catch(() => read(strings));
      const found = await Promise.all(groups.length === 0 ? [list()] : groups.map(find));
      const [first = [], ...others] = found.map(files => files.map(file => path.basename(file, extension)));
      const sets = others.map(ids => new Set(ids));
      return new Set(first.filter(id => sets.every(ids => ids.has(id))));
    },
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

function runFor(strings: readonly string[], { program, folder, signal }: Run): Promise<readonly string[]> {
  const options = ['--no-config', '--no-messages', '--no-ignore', '--hidden', '--text', '--max-depth=1'];
  const wanted = strings.flatMap(string => ['-e', string]);
  const args = [...options, `--glob=*${extension}`, '-l', '-i', '-F', ...wanted, '.'];
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  execFile(program, args, { cwd: folder, signal, maxBuffer: mostOutput, windowsHide: true }, (cause, out) => {
    // It ends with 1 where it found nothing, and with 2 where a file can't be read.
    if (cause === null || cause.code === 1 || cause.code === 2) resolve(out.split('\n').filter(Boolean));
    else reject(cause);
  });
  return promise;
}

async function readFor(
  strings: readonly string[],
  list: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const pattern = new RegExp(strings.map(literally).join('|'), 'iu');
  const found: string[] = [];
  for (const file of await list()) {
    signal.throwIfAborted();
    const bytes = await readBytes(file).catch(() => undefined);
    if (bytes !== undefined && pattern.test(bytes.toString('utf8'))) found.push(file);
  }
  return found;
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
