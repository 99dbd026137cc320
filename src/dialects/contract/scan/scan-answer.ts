import { closingQuote, isQuote } from '../../../converser/ground/json/quotes.ts';
import { nothing, type Outcome } from '../outcome.ts';
import { readTruncated, readWritten } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import { type Reader, refill, type Scan, skipSpace, takeWhile } from './reader.ts';
import { scanBalanced } from './scan-balanced.ts';

/** Passes on the final answer, after its key and colon, while it arrives. The rest of the object may hold calls. */
export function* scanAnswer(scan: CallScan, say: (text: string) => void): Scan<Outcome> {
  const { reader, tools } = scan;
  yield* skipSpace(reader);
  const quote = reader.current();
  if (!isQuote(quote)) return yield* scanRest(scan, 1);
  reader.take();
  reader.whole();
  yield* sayText(reader, { quote: closingQuote(quote), say });
  const isWhole = yield* scanBalanced(reader, { depth: 1, before: ',' });
  const rest = reader.whole().slice(1).trimStart();
  if (!rest.startsWith(',')) return nothing;
  const raw = `{${rest.slice(1)}`;
  const outcome = isWhole ? readWritten(raw, { tools, marked: false }) : readTruncated(raw, tools);
  if (outcome.kind !== 'calls' && outcome.kind !== 'malformed') return nothing;
  reader.replace(raw);
  return outcome;
}

export function* scanRest({ reader, tools }: CallScan, depth: number): Scan<Outcome> {
  const isWhole = yield* scanBalanced(reader, { depth, before: ':' });
  const raw = reader.cut();
  return isWhole ? readWritten(raw, { tools, marked: false }) : readTruncated(raw, tools);
}

interface Saying {
  readonly quote: string;
  readonly say: (text: string) => void;
}

function* sayText(reader: Reader, saying: Saying): Scan<void> {
  const { quote, say } = saying;
  for (;;) {
    if (reader.dry()) {
      say(reader.whole());
      if (!(yield* refill(reader))) return;
    }
    const character = reader.current();
    if (character === '\\') {
      say(reader.whole());
      yield* sayEscape(reader, say);
    } else if (character === quote) {
      say(reader.whole());
      reader.take();
      if (yield* endsText(reader)) return;
    } else reader.take();
  }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function* sayEscape(reader: Reader, say: (text: string) => void): Scan<void> {
  reader.take();
  if (!(yield* refill(reader))) return void reader.whole();
  const character = reader.take();
  if (character === 'u') {
    const digits = yield* takeWhile(reader, digit => /[0-9a-fA-F]/.test(digit), 4);
    const written = reader.whole();
    if (digits.length === 4) say(String.fromCharCode(Number.parseInt(digits, 16)));
    else if (!reader.ended()) say(written);
    return;
  }
  const written = reader.whole();
  say(escapes[character] ?? ('"\'\\/'.includes(character) ? character : written));
}

/** A quotation mark that the model forgot to escape is followed neither by the end of the object nor by a key. */
function* endsText(reader: Reader): Scan<boolean> {
  yield* skipSpace(reader);
  if (reader.dry() || reader.current() === '}') return true;
  if (reader.current() !== ',') return false;
  reader.take();
  yield* skipSpace(reader);
  return reader.dry() || isQuote(reader.current());
}
