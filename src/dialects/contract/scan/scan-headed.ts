import { type Found, malformed } from '../outcome.ts';
import { callOf, readWritten } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import { isName, peek, type Scan, skipSpace, takeExactly, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';

/** A reply may begin with Phi's `functools[{…}]`, or like Functionary 3.2 with the name of a tool alone on its line. */
export function* scanFirstWord(scan: CallScan): Scan<Found> {
  const { reader, tools, marked } = scan;
  const word = yield* takeWhile(reader, isName, 80);
  if (word === functools && reader.current() === '[') return yield* scanFunctools(scan);
  if (marked || reader.current() !== '\n' || tools.resolve(word) === undefined) return text(scan);
  return yield* scanArguments(scan, word);
}

export const functools = 'functools';

export function* scanFunctools({ reader, tools }: CallScan): Scan<Found> {
  const word = reader.cut();
  reader.take();
  yield* skipSpace(reader);
  if (reader.current() !== '{') return { raw: word + reader.cut(), outcome: { kind: 'text' } };
  const { raw, outcome } = yield* scanWhole(reader, json => readWritten(json, { tools, marked: true }), {
    depth: 1,
    before: '',
  });
  return { raw: word + raw, outcome };
}

/** Functionary 3.2 writes `>>>name`, a line break, and JSON; its words to the user come after `>>>all`. */
export function* scanRecipient(scan: CallScan): Scan<Found> {
  const { reader, tools, say } = scan;
  if (!(yield* takeExactly(reader, '>>>'))) return text(scan);
  const name = yield* takeWhile(reader, isName, 80);
  if (name === '' || reader.current() !== '\n') return text(scan);
  if (name === 'all' && say !== undefined) {
    reader.take();
    reader.cut();
    return { raw: '', outcome: { kind: 'nothing' } };
  }
  return tools.resolve(name) === undefined ? text(scan) : yield* scanArguments(scan, name);
}

function* scanArguments(scan: CallScan, name: string): Scan<Found> {
  const { reader, tools } = scan;
  reader.take();
  if ((yield* peek(reader)) !== '{') return text(scan);
  const header = reader.cut();
  const { raw, outcome } = yield* scanWhole(reader, json => callOf(name, json, tools));
  return { raw: header + raw, outcome };
}

/** ReAct writes `Action: name` on a line, and `Action Input: {…}` on the next. */
export function* scanAction(scan: CallScan): Scan<Found> {
  const { reader, tools } = scan;
  if (!(yield* takeExactly(reader, 'Action:'))) return text(scan);
  yield* takeWhile(reader, isBlank, 20);
  const name = yield* takeWhile(reader, isName, 80);
  yield* takeWhile(reader, isBlank, 20);
  if (name === '' || !isBreak(reader.current())) return text(scan);
  yield* skipSpace(reader);
  if (!(yield* takeExactly(reader, 'Action Input:'))) return text(scan);
  yield* skipSpace(reader);
  const header = reader.cut();
  if (reader.current() === '{') {
    const { raw, outcome } = yield* scanWhole(reader, json => callOf(name, json, tools));
    return { raw: header + raw, outcome };
  }
  yield* takeWhile(reader, character => !isBreak(character), 10_000);
  return { raw: header + reader.cut(), outcome: malformed(`the input of ${name} is not a JSON object`) };
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

function isBreak(character: string): boolean {
  return character === '\n' || character === '\r';
}

function text({ reader }: CallScan): Found {
  return { raw: reader.cut(), outcome: { kind: 'text' } };
}
