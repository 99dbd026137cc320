import { createInterface } from 'node:readline';
import { serial } from '../../converser/ground/async/serial.ts';
import type { Terminal } from './terminal.ts';

/** Resolves to `undefined` once the input has ended or the signal aborted. */
export type AskLine = (prompt: string) => Promise<string | undefined>;

/** A screen has one question at a time. Otherwise each line that you type would answer all of them. */
const queues = new WeakMap<Terminal['output'], ReturnType<typeof serial>>();

const readers = new WeakMap<Terminal['output'], Set<{ pause(): void; resume(): void }>>();

/** Calls `read` now and after each question, and what it returned before each question and once it is closed. */
export function whileUnasked({ output }: Terminal, read: () => () => void): () => void {
  let stop: (() => void) | undefined = read();
  const reader = {
    pause() {
      stop?.();
      stop = undefined;
    },
    resume() {
      stop ??= read();
    },
  };
  const all = readers.get(output) ?? new Set();
  readers.set(output, all.add(reader));
  return () => {
    all.delete(reader);
    reader.pause();
  };
}

export function askLines<T>(
  terminal: Terminal,
  signal: AbortSignal,
  work: (ask: AskLine) => Promise<T>,
): Promise<T> {
  const queue = queues.get(terminal.output) ?? serial();
  queues.set(terminal.output, queue);
  return queue(() => (signal.aborted ? work(async () => undefined) : lend(terminal, signal, work)));
}

async function lend<T>(
  { input, output }: Terminal,
  signal: AbortSignal,
  work: (ask: AskLine) => Promise<T>,
): Promise<T> {
  for (const reader of readers.get(output) ?? []) reader.pause();
  const lines = createInterface({ input, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  const close = () => {
    output.write('\n');
    lines.close();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    return await work(async prompt => {
      if (signal.aborted) return undefined;
      output.write(prompt);
      const { value, done } = await answers.next();
      return done === true || signal.aborted ? undefined : String(value).trim();
    });
  } finally {
    signal.removeEventListener('abort', close);
    lines.close();
    for (const reader of readers.get(output) ?? []) reader.resume();
  }
}

/** An accidental Enter agrees to nothing. */
export function isYes(answer: string | undefined): boolean {
  return /^y(es)?$/i.test(answer ?? '');
}
