import { fork } from 'node:child_process';
import pLimit from 'p-limit';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { PageReading } from './page-process.ts';
import type { PageText, PageToRead } from './read-html.ts';

/** In megabytes. */
const mostMemory = 512;

const inTurn = pLimit(2);

/** Some pages keep the libraries busy for minutes or take all memory, so reading has a process of its own. */
export function readPage(page: PageToRead, signal: AbortSignal): Promise<PageText> {
  return inTurn(() => read(page, signal));
}

async function read(page: PageToRead, signal: AbortSignal): Promise<PageText> {
  const { pageMark, pageProcess } = await import('./page-process.ts');
  signal.throwIfAborted();
  const child = fork(pageProcess, [pageMark], {
    execArgv: [`--max-old-space-size=${mostMemory}`],
    // It gets no keys of this process. VS Code's program is Node only with the first variable.
    env: defined({ ELECTRON_RUN_AS_NODE: '1', SystemRoot: process.env.SystemRoot }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let stop = () => {};
  try {
    const reading = await new Promise<PageReading>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      child.once('message', message => resolve(message as PageReading));
      child.on('error', reject);
      child.once('exit', () => resolve({ kind: 'unreadable', reason: 'It takes too much memory.' }));
      child.send(page, cause => cause && reject(cause));
    });
    if (reading.kind === 'unreadable') throw new Error(reading.reason);
    return reading.page;
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
