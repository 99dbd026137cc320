import { fork } from 'node:child_process';
import pLimit from 'p-limit';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { mostAttached } from '../../converser/turn/attachments/attachment.ts';
import type { PdfText } from '../../converser/words/models/pdf-requests.ts';
import type { PdfReading, PdfToRead } from './pdf-process.ts';

/** In megabytes. */
const mostMemory = 512;
const mostPages = 300;
/** In milliseconds, for all pages. */
const usualTime = 20_000;

const inTurn = pLimit(2);

/** Some PDFs are made to waste time or memory, so reading has a process of its own. Rejects with why it failed. */
export async function readPdf(
  bytes: Uint8Array,
  signal: AbortSignal,
  { time = usualTime }: { readonly time?: number } = {},
): Promise<PdfText> {
  if (bytes.length > mostAttached.pdfBytes)
    throw errors.badArguments(`it has more than ${bytesText(mostAttached.pdfBytes)}`);
  return inTurn(() => {
    signal.throwIfAborted();
    return read({ bytes, mostPages, mostCharacters: mostAttached.characters }, signal, time);
  });
}

async function read(pdf: PdfToRead, signal: AbortSignal, time: number): Promise<PdfText> {
  const { pdfMark, pdfProcess } = await import('./pdf-process.ts');
  signal.throwIfAborted();
  const child = fork(pdfProcess, [pdfMark], {
    execArgv: [`--max-old-space-size=${mostMemory}`],
    // It gets no keys of this process. VS Code's program is Node only with the first variable.
    env: defined({ ELECTRON_RUN_AS_NODE: '1', SystemRoot: process.env.SystemRoot }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let stop = () => {};
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    const reading = await new Promise<PdfReading>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      const unreadable = (reason: string) => resolve({ kind: 'unreadable', reason });
      late = setTimeout(() => unreadable(`it took more than ${time / 1000} s`), time);
      child.once('message', message => resolve(message as PdfReading));
      child.on('error', reject);
      child.once('exit', () => unreadable('it takes too much memory'));
      child.send(pdf, cause => cause && reject(cause));
    });
    if (reading.kind === 'unreadable') throw errors.badArguments(reading.reason);
    return reading.read;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
