import { closingQuote, isQuote } from '../../../converser/ground/json/quotes.ts';
import { completed } from '../completed.ts';
import { malformed, type Outcome } from '../outcome.ts';
import { isSpace, type Reader, refill, type Scan } from './reader.ts';
import { skipComment } from './skip-comment.ts';

interface Start {
  readonly depth: number;
  /** White space does not count. */
  readonly before: string;
}

/** A quotation mark starts a string only where a value may be. False if the reply ends before the bracket. */
export function* scanBalanced(
  reader: Reader,
  { depth, before }: Start = { depth: 0, before: '' },
): Scan<boolean> {
  let open = depth;
  let last = before;
  while (!reader.dry() || (yield* refill(reader))) {
    const character = reader.take();
    if (isSpace(character)) continue;
    if (isQuote(character) && '{[(,:='.includes(last)) {
      if (!(yield* scanText(reader, closingQuote(character)))) return false;
    } else if (character === '/' && mayPrecedeComment(last)) {
      if (yield* skipComment(reader)) continue;
    } else if ('{[('.includes(character)) open++;
    else if ('}])'.includes(character) && --open <= 0) return true;
    last = character;
  }
  return false;
}

/** Reads what comes after the last cut. */
export function* scanWhole(reader: Reader, read: (whole: string) => Outcome, start?: Start): Scan<Outcome> {
  const isWhole = yield* scanBalanced(reader, start);
  const raw = reader.cut();
  const whole = isWhole ? raw : completed(raw);
  return whole === undefined ? malformed('it is incomplete') : read(whole);
}

function* scanText(reader: Reader, quote: string): Scan<boolean> {
  let escaped = false;
  while (!reader.dry() || (yield* refill(reader))) {
    const character = reader.take();
    if (escaped) escaped = false;
    else if (character === '\\') escaped = true;
    else if (character === quote) return true;
  }
  return false;
}

function mayPrecedeComment(character: string): boolean {
  return '{[(,}])"\'”’'.includes(character);
}
