import type { Readable } from 'node:stream';
import type { ByteReader } from './byte-reader.ts';

/** In bytes. */
const mostWaiting = 64 * 1024;

type Step = ReadableStreamReadResult<Uint8Array>;

interface Waiting {
  readonly resolve: (step: Step) => void;
  readonly reject: (cause: unknown) => void;
}

/** A web stream in between would take longer than everything else. */
export function readableReader(source: Readable, explain: (cause: unknown) => unknown): ByteReader {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let waiting: Waiting | undefined;
  let last: ((waiting: Waiting) => void) | undefined;

  function finish(how: (waiting: Waiting) => void): void {
    last ??= how;
    const first = waiting;
    waiting = undefined;
    if (first !== undefined) last(first);
  }
  source.on('data', (piece: Uint8Array) => {
    if (waiting !== undefined) {
      const { resolve } = waiting;
      waiting = undefined;
      return resolve({ value: piece, done: false });
    }
    pieces.push(piece);
    size += piece.length;
    if (size >= mostWaiting) source.pause();
  });
  source.once('end', () => finish(({ resolve }) => resolve(over)));
  source.once('error', cause => finish(({ reject }) => reject(explain(cause))));
  // A stream that was destroyed without an error comes to an end, too.
  source.once('close', () => finish(({ reject }) => reject(explain(undefined))));

  return {
    read() {
      const piece = pieces.shift();
      if (piece !== undefined) {
        size -= piece.length;
        if (size < mostWaiting && source.isPaused()) source.resume();
        return Promise.resolve({ value: piece, done: false });
      }
      return new Promise((resolve, reject) => {
        if (last === undefined) waiting = { resolve, reject };
        else last({ resolve, reject });
      });
    },
    async cancel() {
      pieces.length = 0;
      finish(({ resolve }) => resolve(over));
      source.destroy();
    },
  };
}

const over = { value: undefined, done: true } as const;
