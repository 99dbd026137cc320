import { fork } from 'node:child_process';
import { defined } from '../../converser/ground/json/defined.ts';

/** `file` is a module that calls `answerApart` with the same mark. */
export interface Reader {
  readonly file: string;
  readonly mark: string;
}

interface ReadApartOptions {
  readonly signal: AbortSignal;
  /** In milliseconds. Absent: until the signal. */
  readonly time?: number;
}

type Reading<Read> =
  | { readonly kind: 'text'; readonly read: Read }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** In megabytes. */
const mostMemory = 512;

/** Some texts are made to waste time or memory, so reading has a process of its own. Rejects with why it failed. */
export async function readApart<Work extends object, Read>(
  { file, mark }: Reader,
  work: Work,
  { signal, time }: ReadApartOptions,
): Promise<Read> {
  signal.throwIfAborted();
  const child = fork(file, [mark], {
    execArgv: [`--max-old-space-size=${mostMemory}`],
    // It gets no keys of this process. VS Code's program is Node only with the first variable.
    env: defined({ ELECTRON_RUN_AS_NODE: '1', SystemRoot: process.env.SystemRoot }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let stop = () => {};
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    const reading = await new Promise<Reading<Read>>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      const unreadable = (reason: string) => resolve({ kind: 'unreadable', reason });
      if (time !== undefined) late = setTimeout(() => unreadable(`it took more than ${time / 1000} s`), time);
      child.once('message', message => resolve(message as Reading<Read>));
      child.on('error', reject);
      child.once('exit', () => unreadable('it takes too much memory'));
      child.send(work, cause => cause && reject(cause));
    });
    if (reading.kind === 'unreadable') throw new Error(reading.reason);
    return reading.read;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}

/** Answers if this process was started with the mark; other importers want the path. */
export function answerApart<Work, Read>(mark: string, read: (work: Work) => Promise<Read>): void {
  if (process.argv[2] !== mark) return;
  process.once('message', async work => {
    const reading = await read(work as Work).then(
      (found): Reading<Read> => ({ kind: 'text', read: found }),
      (cause): Reading<Read> => ({ kind: 'unreadable', reason: String(cause?.message ?? cause) }),
    );
    process.send?.(reading, () => process.disconnect());
  });
}
