import { spawn } from 'node:child_process';
import { addAbortSignal } from 'node:stream';
import { reasonOf } from '../../../../converser/ground/errors.ts';
import { fileErrors } from '../../../../converser/words/workspace/file-errors.ts';

export interface RipgrepRun {
  readonly program: string;
  readonly folder: string;
  readonly args: readonly string[];
  readonly separator: number;
  readonly signal: AbortSignal;
  readonly input?: string;
  readonly explain?: (complaint: string) => Error;
}

/** Uses no shell, and kills ripgrep as soon as the consumer stops or the signal aborts. */
export async function* runRipgrep(run: RipgrepRun): AsyncGenerator<Buffer, void> {
  const { program, folder, args, separator, signal, explain = fileErrors.searchFailed } = run;
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
    windowsHide: true,
    // Windows starts no program without it; ripgrep itself needs nothing from the environment.
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(run.input);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaint = (complaint + piece).slice(0, 2000);
  });
  const closed = new Promise<unknown>(resolve => child.once('error', resolve).once('close', resolve));
  try {
    // What the program itself started may hold its output open, whatever happens to the program.
    yield* records(addAbortSignal(signal, child.stdout), separator);
    const end = await closed;
    signal.throwIfAborted();
    if (end instanceof Error) throw fileErrors.searchFailed(reasonOf(end));
    if (complaint.trim() !== '') throw explain(complaint.replace(/^rg: /, '').trim());
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  } finally {
    child.stdout.destroy();
    child.kill('SIGKILL');
  }
}

/** In bytes. Paths and cut lines are far shorter; longer records are left out. */
const longestRecord = 1_000_000;

async function* records(stream: AsyncIterable<Buffer>, separator: number): AsyncGenerator<Buffer, void> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(separator); end !== -1; end = chunk.indexOf(separator, start)) {
      if (length <= longestRecord) yield Buffer.concat([...pending, chunk.subarray(start, end)]);
      pending = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    length += chunk.length - start;
    if (length <= longestRecord) pending.push(chunk.subarray(start));
    else pending = [];
  }
}
