import { closingQuote, isQuote } from '../../../converser/ground/json/quotes.ts';
import { noCall, nothing, type Outcome } from '../outcome.ts';
import { callOf, isAnswerKey, mayBegin, readWritten } from '../read-calls.ts';
import { readExpressions } from '../read-expression.ts';
import type { CallScan } from './call-scan.ts';
import { isName, type Reader, type Scan, skipSpace, takeWhile } from './reader.ts';
import { scanAnswer, scanRest } from './scan-answer.ts';
import { scanWhole } from './scan-balanced.ts';
import { scanTag } from './scan-tag.ts';
import { skipBlank } from './skip-comment.ts';

export function mayOpen(character: string): boolean {
  return character === '{' || character === '[' || character === '<';
}

export function mayOpenMarked(character: string): boolean {
  return character === '[' || character === '<';
}

/** If no call starts here, so little is taken that no other call can have started in it. */
export function* scanCall(scan: CallScan): Scan<Outcome> {
  const { reader } = scan;
  if (reader.current() === '<') return yield* scanTag(scan);
  return reader.take() === '{' ? yield* scanObject(scan, 1) : yield* scanBracket(scan);
}

function* scanObject(scan: CallScan, depth: number): Scan<Outcome> {
  const { reader } = scan;
  const key = yield* scanKey(reader);
  if (key === undefined) return noCall;
  if (!mayBegin(key)) return { kind: 'data', depth };
  if (scan.say !== undefined && depth === 1 && isAnswerKey(key)) return yield* scanAnswer(scan, scan.say);
  return yield* scanRest(scan, depth);
}

function* scanKey(reader: Reader): Scan<string | undefined> {
  yield* skipBlank(reader);
  const quote = isQuote(reader.current()) ? reader.take() : '';
  const key = yield* takeWhile(reader, isWord, 24);
  if (key === '') return undefined;
  if (quote !== '' && reader.current() === closingQuote(quote)) reader.take();
  yield* skipSpace(reader);
  if (reader.current() !== ':') return undefined;
  reader.take();
  return key;
}

function* scanBracket(scan: CallScan): Scan<Outcome> {
  const { reader, tools, marked } = scan;
  if (marked) return yield* scanMarked(scan);
  yield* skipSpace(reader);
  if (reader.current() === '{') {
    reader.take();
    return yield* scanObject(scan, 2);
  }
  if (reader.current() === '"' || reader.current() === '[') return { kind: 'data', depth: 1 };
  const name = yield* takeWhile(reader, isName, 80);
  if (name === 'TOOL_CALLS' && reader.current() === ']') return yield* scanMarker(scan);
  if (scan.isAfterCall && isClosing.test(name) && reader.current() === ']') return closed(reader);
  if (reader.current() !== '(' || tools.resolve(name) === undefined) return noCall;
  return yield* scanWhole(reader, raw => readExpressions(raw.slice(1, -1), tools), { depth: 1, before: '' });
}

function* scanMarked(scan: CallScan): Scan<Outcome> {
  const { reader, isAfterCall } = scan;
  const name = yield* takeWhile(reader, isName, 20);
  if (reader.current() !== ']') return noCall;
  if (isAfterCall && isClosing.test(name)) return closed(reader);
  return name === 'TOOL_CALLS' ? yield* scanMarker(scan) : noCall;
}

const isClosing = /^(?:\/|END_)[A-Z_]+$/;

function closed(reader: Reader): Outcome {
  reader.take();
  return nothing;
}

function isWord(character: string): boolean {
  return /\w/.test(character);
}

/** Mistral's models write `[TOOL_CALLS] [{…}, …]`, newer ones `[TOOL_CALLS]name[ARGS]{…}` for each call. */
function* scanMarker({ reader, tools }: CallScan): Scan<Outcome> {
  reader.take();
  yield* skipSpace(reader);
  reader.cut();
  if (reader.current() === '[' || reader.current() === '{')
    return yield* scanWhole(reader, json => readWritten(json, { tools, marked: true }));
  const name = yield* takeWhile(reader, isName, 80);
  yield* takeWhile(reader, character => character !== '{' && character !== '\n', 80);
  reader.cut();
  if (name === '' || reader.current() !== '{') return noCall;
  return yield* scanWhole(reader, json => callOf(name, json, tools));
}
