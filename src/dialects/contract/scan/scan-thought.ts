import { noCall, nothing, type Outcome } from '../outcome.ts';
import type { CallScan } from './call-scan.ts';
import { type Reader, refill, type Scan, takeExactly } from './reader.ts';

/** Passes on reasoning while it arrives, with its tags if only marked calls count. Nothing in it is a call. */
export function* scanThought({ reader, think, marked }: CallScan, closer: string): Scan<Outcome> {
  if (think === undefined) return noCall;
  const opener = reader.whole();
  if (marked) think(opener);
  while (!reader.dry() || (yield* pass(reader, think))) {
    if (reader.current() !== '<') {
      reader.take();
      continue;
    }
    think(reader.whole());
    if (yield* takeExactly(reader, closer)) {
      const closed = reader.whole();
      if (marked) think(closed);
      break;
    }
  }
  think(reader.whole());
  return nothing;
}

function* pass(reader: Reader, think: (text: string) => void): Scan<boolean> {
  think(reader.whole());
  return yield* refill(reader);
}
