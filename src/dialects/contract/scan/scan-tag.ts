import { type Found, joinOutcomes, type Outcome } from '../outcome.ts';
import { readWritten } from '../read-calls.ts';
import { readExpressions } from '../read-expression.ts';
import type { CallScan } from './call-scan.ts';
import { isName, peek, type Reader, refill, type Scan, skipSpace, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';
import { scanFunction } from './scan-function.ts';
import { scanPairs } from './scan-pairs.ts';
import { scanThought } from './scan-thought.ts';

const wrappers = ['<tool_call>', '<tool_calls>', '<function_call>', '<function_calls>', '<|tool_call|>'];
const functions = ['<function=', '<invoke '];
const python = '<|python_tag|>';
/** Left over by templates after the last call. */
const endings = [
  '<|eot_id|>',
  '<|eom_id|>',
  '<|im_end|>',
  '<|end|>',
  '</s>',
  '</tool_call>',
  '</function_calls>',
];
const thoughts = ['<think>', '<thinking>'];
const openers = [...wrappers, ...functions, python, ...thoughts, ...endings];

/** What begins at `<`. */
export function* scanTag(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  const opener = yield* scanOpener(reader);
  if (opener === undefined) return { raw: reader.cut(), outcome: { kind: 'text' } };
  if (endings.includes(opener)) return { raw: reader.cut(), outcome: { kind: 'nothing' } };
  if (thoughts.includes(opener)) return yield* scanThought(scan, opener.replace('<', '</'));
  if (functions.includes(opener)) return yield* scanFunction(scan);
  return opener === python ? yield* scanPython(scan) : yield* scanWrapped(scan);
}

/** No opener is a prefix of another. */
function* scanOpener(reader: Reader): Scan<string | undefined> {
  let taken = reader.take();
  while (!reader.dry || (yield* refill(reader))) {
    const longer = taken + reader.current;
    if (!openers.some(opener => opener.startsWith(longer))) return undefined;
    taken = longer;
    reader.take();
    if (openers.includes(taken)) return taken;
  }
  return undefined;
}

/** `<tool_call>{…}</tool_call>`, with JSON or with tags inside, also without the end; or GLM's keys and values. */
function* scanWrapped(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  yield* skipSpace(reader);
  if (isName(reader.current)) return yield* scanPairs(scan);
  let raw = '';
  const outcomes: Outcome[] = [];
  for (;;) {
    yield* skipSpace(reader);
    raw += reader.cut();
    const body = yield* scanBody(scan);
    raw += body.raw;
    if (body.outcome.kind === 'nothing') break;
    if (body.outcome.kind === 'text')
      return { raw, outcome: outcomes.length > 0 ? joinOutcomes(outcomes) : body.outcome };
    outcomes.push(body.outcome);
  }
  return { raw, outcome: joinOutcomes(outcomes) };
}

/** `nothing` is the closing tag, or the end of the reply after a call. */
function* scanBody(scan: CallScan): Scan<Found> {
  const { reader, tools } = scan;
  if (reader.current === '{' || reader.current === '[')
    return yield* scanWhole(reader, json => readWritten(json, { tools, marked: true }));
  if (reader.current !== '<') return { raw: '', outcome: { kind: 'text' } };
  reader.take();
  if ((yield* peek(reader)) !== '/') return yield* scanInner(scan);
  yield* takeWhile(reader, character => character !== '>' && character !== '\n', 40);
  if ((yield* peek(reader)) === '>') reader.take();
  return { raw: reader.cut(), outcome: { kind: 'nothing' } };
}

/** A function's tag inside the wrapper, after its `<`. */
function* scanInner(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  const name = yield* takeWhile(reader, character => /[a-z]/.test(character), 10);
  const separator = reader.current;
  if (!functions.includes(`<${name}${separator}`)) return { raw: reader.cut(), outcome: { kind: 'text' } };
  reader.take();
  return yield* scanFunction(scan);
}

/** After Llama's tag for code: JSON, or calls in the way of Python. */
function* scanPython({ reader, tools }: CallScan): Scan<Found> {
  yield* skipSpace(reader);
  const tag = reader.cut();
  const isJson = reader.current === '{';
  const start = yield* takeWhile(reader, isName, 80);
  if (!isJson && (start === '' || reader.current !== '(')) {
    return { raw: tag + reader.cut(), outcome: { kind: 'text' } };
  }
  const { raw, outcome } = yield* scanWhole(reader, written =>
    isJson ? readWritten(written, { tools, marked: true }) : readExpressions(written, tools),
  );
  return { raw: tag + raw, outcome };
}
