import { createInterface } from 'node:readline';
import type { Terminal } from './ask-permission.ts';
import { inTurn } from './in-turn.ts';

/** Asks one question. Resolves to nothing when the input has ended or the signal aborted. */
export type AskLine = (prompt: string) => Promise<string | undefined>;

/** Gives the terminal to some work once it is free, and takes it back when the work ends. */
export function askLines<T>(
  terminal: Terminal,
  signal: AbortSignal,
  work: (ask: AskLine) => Promise<T>,
): Promise<T> {
  return inTurn(terminal, () => lend(terminal, signal, work));
}

async function lend<T>(
  { input, output }: Terminal,
  signal: AbortSignal,
  work: (ask: AskLine) => Promise<T>,
): Promise<T> {
  const lines = createInterface({ input, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  const close = () => {
    output.write('\n');
    lines.close();
  };
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) lines.close();
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
  }
}
