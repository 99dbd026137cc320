import type { Found } from '../outcome.ts';
import type { CallScan } from './call-scan.ts';
import { type Reader, refill, type Scan, takeExactly } from './reader.ts';

/** Passes on reasoning while it arrives, with its tags if only marked calls count. Nothing in it is a call. */
export function* scanThought({ reader, think, marked }: CallScan, closer: string): Scan<Found> {
  if (think === undefined) return { raw: reader.cut(), outcome: { kind: 'text' } };
  const opener = reader.cut();
  if (marked) think(opener);
  while (!reader.dry() || (yield* pass(reader, think))) {
    if (reader.current() !== '<') {
      reader.take();
      continue;
    }
    think(reader.cut());
    if (yield* takeExactly(reader, closer)) {
      const closed = reader.cut();
      if (marked) think(closed);
      break;
    }
  }
  think(reader.cut());
  return { raw: '', outcome: { kind: 'nothing' } };
}

function* pass(reader: Reader, think: (text: string) => void): Scan<boolean> {
  think(reader.cut());
  return yield* refill(reader);
}
