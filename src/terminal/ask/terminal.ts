import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** You see a question only where the standard error is a terminal; the input may be a pipe. */
export function findTerminal(): Terminal | undefined {
  if (!process.stderr.isTTY) return undefined;
  if (process.stdin.isTTY) return { input: process.stdin, output: process.stderr };
  try {
    return { input: new ReadStream(openSync('/dev/tty', 'r')), output: process.stderr };
  } catch {
    return undefined;
  }
}
