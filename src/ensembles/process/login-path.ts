import { execFile } from 'node:child_process';
import path from 'node:path';

/** Resolves to nothing if the path can't be read. */
export type LoginPath = () => Promise<string | undefined>;

export interface LoginPathOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** In milliseconds; some start-up files use the network. */
  readonly limit?: number;
}

/** Asks the login shell, once: an editor not started from a terminal lacks what nvm, fnm, asdf or Homebrew put there. */
export function createLoginPath({ environment, limit = 10_000 }: LoginPathOptions): LoginPath {
  let asked: Promise<string | undefined> | undefined;
  return () => {
    asked ??= process.platform === 'win32' ? Promise.resolve(undefined) : ask(environment, limit);
    return asked;
  };
}

/** Start-up files may print anything, so marks surround the path. */
const mark = '__converser_path__';

function ask(
  environment: Readonly<Record<string, string | undefined>>,
  limit: number,
): Promise<string | undefined> {
  const shell = environment.SHELL ?? '/bin/sh';
  // Only fish keeps the path as a list; all others separate its entries with colons.
  const isFish = path.basename(shell) === 'fish';
  const value = isFish ? '(string join : $PATH)' : '"$PATH"';
  const command = `command printf '%s%s%s' ${mark} ${value} ${mark}`;
  return new Promise(resolve => {
    const child = execFile(
      shell,
      // Most of those programs add their lines to the files of interactive shells.
      ['-i', '-l', '-c', command],
      { env: { ...environment, TERM: 'dumb' }, timeout: limit, killSignal: 'SIGKILL', maxBuffer: 1 << 20 },
      (_failure, output) => resolve(between(output)),
    );
    child.stdin?.end();
  });
}

function between(output: string): string | undefined {
  const [, found] = output.split(mark);
  return found === undefined || found === '' ? undefined : found;
}
