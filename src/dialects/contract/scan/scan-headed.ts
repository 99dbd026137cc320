import { malformed, noCall, nothing, type Outcome } from '../outcome.ts';
import { callOf, readWritten } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import { isName, peek, type Scan, skipSpace, takeExactly, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';

/** A reply may begin with Phi's `functools[{…}]`, or like Functionary 3.2 with the name of a tool alone on its line. */
export function* scanFirstWord(scan: CallScan): Scan<Outcome> {
  const { reader, tools, marked } = scan;
  const word = yield* takeWhile(reader, isName, 80);
  if (word === functools && reader.current() === '[') return yield* scanFunctools(scan);
  if (marked || reader.current() !== '\n' || tools.resolve(word) === undefined) return noCall;
  return yield* scanArguments(scan, word);
}

export const functools = 'functools';

export function* scanFunctools({ reader, tools }: CallScan): Scan<Outcome> {
  reader.cut();
  reader.take();
  yield* skipSpace(reader);
  if (reader.current() !== '{') return noCall;
  const read = (json: string) => readWritten(json, { tools, marked: true });
  return yield* scanWhole(reader, read, { depth: 1, before: '' });
}

/** Functionary 3.2 writes `>>>name`, a line break, and JSON; its words to the user come after `>>>all`. */
export function* scanRecipient(scan: CallScan): Scan<Outcome> {
  const { reader, tools, say } = scan;
  if (!(yield* takeExactly(reader, '>>>'))) return noCall;
  const name = yield* takeWhile(reader, isName, 80);
  if (name === '' || reader.current() !== '\n') return noCall;
  if (name === 'all' && say !== undefined) {
    reader.take();
    reader.whole();
    return nothing;
  }
  return tools.resolve(name) === undefined ? noCall : yield* scanArguments(scan, name);
}

function* scanArguments(scan: CallScan, name: string): Scan<Outcome> {
  const { reader, tools } = scan;
  reader.take();
  if ((yield* peek(reader)) !== '{') return noCall;
  reader.cut();
  return yield* scanWhole(reader, json => callOf(name, json, tools));
}

/** ReAct writes `Action: name` on a line, and `Action Input: {…}` on the next. */
export function* scanAction(scan: CallScan): Scan<Outcome> {
  const { reader, tools } = scan;
  if (!(yield* takeExactly(reader, 'Action:'))) return noCall;
  yield* takeWhile(reader, isBlank, 20);
  const name = yield* takeWhile(reader, isName, 80);
  yield* takeWhile(reader, isBlank, 20);
  if (name === '' || !isBreak(reader.current())) return noCall;
  yield* skipSpace(reader);
  if (!(yield* takeExactly(reader, 'Action Input:'))) return noCall;
  yield* skipSpace(reader);
  reader.cut();
  if (reader.current() === '{') return yield* scanWhole(reader, json => callOf(name, json, tools));
  yield* takeWhile(reader, character => !isBreak(character), 10_000);
  return malformed(`the input of ${name} is not a JSON object`);
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

function isBreak(character: string): boolean {
  return character === '\n' || character === '\r';
}
