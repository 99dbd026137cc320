import { onceAborted } from '../../converser/ground/async/abort.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { takeLines } from './line-input.ts';
import type { Terminal } from './terminal.ts';

/** Resolves to `undefined` once the input has ended or the signal aborted. */
export type AskLine = (prompt: string) => Promise<string | undefined>;

/** A screen has one question at a time. Otherwise each line that you type would answer all of them. */
const queues = new WeakMap<Terminal['output'], ReturnType<typeof serial>>();

interface UnaskedReader {
  pause(): void;
  resume(left: readonly string[]): void;
}

const readers = new WeakMap<Terminal['output'], Set<UnaskedReader>>();

/**
 * Calls `read` now and after each question, and what it returned before each question and once it is closed. `left`
 * are lines that came with an answer, and answered nothing.
 */
export function whileUnasked(
  { output }: Terminal,
  read: (left: readonly string[]) => () => void,
): () => void {
  let stop: (() => void) | undefined = read([]);
  const reader = {
    pause() {
      stop?.();
      stop = undefined;
    },
    resume(left: readonly string[]) {
      stop ??= read(left);
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
  let lines: (string | undefined)[] = [];
  let wake = () => {};
  const release = takeLines(input, line => {
    lines.push(line);
    wake();
  });
  const stopListening = onceAborted(signal, () => {
    output.write('\n');
    wake();
  });
  try {
    return await work(async prompt => {
      if (signal.aborted) return undefined;
      output.write(prompt);
      while (lines.length === 0 && !signal.aborted)
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      if (signal.aborted || lines[0] === undefined) return undefined;
      const [line, ...others] = lines;
      lines = others;
      return line?.trim();
    });
  } finally {
    stopListening();
    release();
    const left = lines.flatMap(line => line ?? []);
    for (const reader of readers.get(output) ?? []) reader.resume(left);
  }
}

/** An accidental Enter agrees to nothing. */
export function isYes(answer: string | undefined): boolean {
  return /^y(es)?$/i.test(answer ?? '');
}
