import type { Readable } from 'node:stream';
import type { Taker } from '../../converser/ground/async/flow.ts';
import type { ByteFlow } from './byte-flow.ts';

/** In bytes. */
const mostWaiting = 64 * 1024;

/** A web stream in between would take longer than everything else. */
export function readableFlow(source: Readable, explain: (cause: unknown) => unknown): ByteFlow {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let waiting: Taker<Uint8Array> | undefined;
  let last: ((taker: Taker<Uint8Array>) => void) | undefined;

  function finish(how: (taker: Taker<Uint8Array>) => void): void {
    last ??= how;
    const first = waiting;
    waiting = undefined;
    if (first !== undefined) last(first);
  }
  source.on('data', (piece: Uint8Array) => {
    if (waiting !== undefined) {
      const { take } = waiting;
      waiting = undefined;
      return take([piece], false);
    }
    pieces.push(piece);
    size += piece.length;
    if (size >= mostWaiting) source.pause();
  });
  source.once('end', () => finish(({ take }) => take([], true)));
  source.once('error', cause => finish(({ fail }) => fail(explain(cause))));
  // A stream that was destroyed without an error comes to an end, too.
  source.once('close', () => finish(({ fail }) => fail(explain(undefined))));

  return {
    begin: () => [],
    pull(taker) {
      if (pieces.length > 0) {
        const all = pieces;
        pieces = [];
        size = 0;
        if (source.isPaused()) source.resume();
        taker.take(all, false);
      } else if (last === undefined) waiting = taker;
      else last(taker);
    },
    async leave() {
      pieces = [];
      finish(({ take }) => take([], true));
      source.destroy();
    },
  };
}
