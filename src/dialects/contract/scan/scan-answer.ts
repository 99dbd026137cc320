import { closingQuote, isQuote } from '../../../converser/ground/json/quotes.ts';
import type { Found } from '../outcome.ts';
import { readTruncated, readWritten } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import { type Reader, refill, type Scan, skipSpace, takeWhile } from './reader.ts';
import { scanBalanced } from './scan-balanced.ts';

/** Passes on the final answer, after its key and colon, while it arrives. The rest of the object may hold calls. */
export function* scanAnswer(scan: CallScan, say: (text: string) => void): Scan<Found> {
  const { reader, tools } = scan;
  yield* skipSpace(reader);
  const quote = reader.current();
  if (!isQuote(quote)) return yield* scanRest(scan, 1);
  reader.take();
  reader.cut();
  yield* sayText(reader, { quote: closingQuote(quote), say });
  const isWhole = yield* scanBalanced(reader, { depth: 1, before: ',' });
  const rest = reader.cut().slice(1).trimStart();
  if (!rest.startsWith(',')) return said;
  const raw = `{${rest.slice(1)}`;
  const outcome = isWhole ? readWritten(raw, { tools, marked: false }) : readTruncated(raw, tools);
  return outcome.kind === 'calls' || outcome.kind === 'malformed' ? { raw, outcome } : said;
}

export function* scanRest({ reader, tools }: CallScan, depth: number): Scan<Found> {
  const isWhole = yield* scanBalanced(reader, { depth, before: ':' });
  const raw = reader.cut();
  return { raw, outcome: isWhole ? readWritten(raw, { tools, marked: false }) : readTruncated(raw, tools) };
}

const said: Found = { raw: '', outcome: { kind: 'nothing' } };

interface Saying {
  readonly quote: string;
  readonly say: (text: string) => void;
}

function* sayText(reader: Reader, saying: Saying): Scan<void> {
  const { quote, say } = saying;
  for (;;) {
    if (reader.dry()) {
      say(reader.cut());
      if (!(yield* refill(reader))) return;
    }
    const character = reader.current();
    if (character === '\\') {
      say(reader.cut());
      yield* sayEscape(reader, say);
    } else if (character === quote) {
      say(reader.cut());
      reader.take();
      if (yield* endsText(reader)) return;
    } else reader.take();
  }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function* sayEscape(reader: Reader, say: (text: string) => void): Scan<void> {
  reader.take();
  if (!(yield* refill(reader))) return void reader.cut();
  const character = reader.take();
  if (character === 'u') {
    const digits = yield* takeWhile(reader, digit => /[0-9a-fA-F]/.test(digit), 4);
    const written = reader.cut();
    if (digits.length === 4) say(String.fromCharCode(Number.parseInt(digits, 16)));
    else if (!reader.ended()) say(written);
    return;
  }
  const written = reader.cut();
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
