import { fork } from 'node:child_process';
import { once } from 'node:events';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { DatabaseMessage, DatabaseWork, SqlResult } from './database-process.ts';

/**
 * A query can’t be interrupted within SQLite, so it has a process of its own. `begin` is called when nobody else can
 * change the file any more, and before this does. Rejects with why it failed.
 */
export async function runInDatabase(
  work: DatabaseWork,
  { signal, begin }: { readonly signal: AbortSignal; readonly begin?: () => Promise<void> },
): Promise<readonly SqlResult[]> {
  signal.throwIfAborted();
  let hasBegun = false;
  const last = await talk(work, signal, async () => {
    hasBegun = true;
    await begin?.();
  }).catch(async (cause: unknown) => {
    // Whatever a killed process left behind is taken back now, and not when somebody reads the file.
    if (hasBegun)
      await talk({ ...work, statements: [] }, AbortSignal.timeout(10_000), async () => {}).catch(() => {});
    throw cause;
  });
  if (last.kind === 'done') return last.results;
  if (/is locked$/.test(last.reason))
    throw errors.badArguments('Another program is using the database. Close it there, then call again');
  throw errors.badArguments(`The SQL failed: ${last.reason}`);
}

type LastMessage = Exclude<DatabaseMessage, { kind: 'locked' }>;

async function talk(
  work: DatabaseWork,
  signal: AbortSignal,
  begin: () => Promise<void>,
): Promise<LastMessage> {
  const { databaseMark, databaseProcess } = await import('./database-process.ts');
  const child = fork(databaseProcess, [databaseMark], {
    execArgv: [],
    // It gets no keys of this process. VS Code's program is Node only with the first variable.
    env: defined({ ELECTRON_RUN_AS_NODE: '1', SystemRoot: process.env.SystemRoot }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = once(child, 'exit');
  let stop = () => {};
  try {
    return await new Promise<LastMessage>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      child.on('error', reject);
      child.once('exit', () => reject(errors.badArguments('SQLite took too much memory, and was ended.')));
      child.on('message', (message: DatabaseMessage) => {
        if (message.kind !== 'locked') resolve(message);
        else begin().then(() => child.send('begin'), reject);
      });
      child.send(work);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
    // Its locks and files are its own until then.
    await gone;
  }
}
