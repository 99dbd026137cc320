import { type Found, joinOutcomes, type Outcome } from '../outcome.ts';
import { readWritten } from '../read-calls.ts';
import { readExpressions } from '../read-expression.ts';
import type { CallScan } from './call-scan.ts';
import { isName, peek, type Reader, refill, type Scan, skipSpace, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';
import { scanFunction } from './scan-function.ts';
import { scanHarmony } from './scan-harmony.ts';
import { namedCalls } from './scan-named.ts';
import { scanPairs } from './scan-pairs.ts';
import { scanThought } from './scan-thought.ts';

const wrappers = [
  '<tool_call>',
  '<tool_calls>',
  '<function_call>',
  '<function_calls>',
  '<|tool_call|>',
  '<seed:tool_call>',
  '<minimax:tool_call>',
  '<TOOLCALL>',
  '<|START_ACTION|>',
  '<|action_start|>',
  '<|tool_call_start|>',
  '<|python_start|>',
];
const functions = ['<function=', '<invoke ', '<｜DSML｜invoke ', '<｜｜DSML｜｜invoke '];
const sections = [
  '<|tool_calls_section_begin|>',
  '<｜tool▁calls▁begin｜>',
  '<｜DSML｜function_calls>',
  '<｜DSML｜tool_calls>',
  '<｜｜DSML｜｜function_calls>',
  '<｜｜DSML｜｜tool_calls>',
];
const nameds = Object.keys(namedCalls);
const python = '<|python_tag|>';
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
const harmony = ['<|channel|>', '<|start|>assistant'];
const openers: ReadonlySet<string> = new Set([
  ...wrappers,
  ...functions,
  ...sections,
  ...nameds,
  ...harmony,
  python,
  ...thoughts,
  ...endings,
]);
const beginnings: ReadonlySet<string> = new Set(
  [...openers].flatMap(opener => Array.from(opener, (_, at) => opener.slice(0, at + 1))),
);

export function* scanTag(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  const { opener, taken } = yield* scanOpener(reader);
  if (opener === undefined) return yield* scanOther(scan, taken);
  if (endings.includes(opener) || sections.includes(opener))
    return { raw: reader.cut(), outcome: { kind: 'nothing' } };
  if (thoughts.includes(opener)) return yield* scanThought(scan, opener.replace('<', '</'));
  if (functions.includes(opener))
    return yield* scanFunction(scan, opener.slice(1, opener.lastIndexOf('｜') + 1));
  if (harmony.includes(opener)) return yield* scanHarmony(scan, opener);
  const named = namedCalls[opener];
  if (named !== undefined) return yield* named(scan);
  return opener === python ? yield* scanPython(scan) : yield* scanWrapped(scan);
}

interface Opener {
  readonly opener: string | undefined;
  readonly taken: string;
}

function* scanOpener(reader: Reader): Scan<Opener> {
  let taken = reader.take();
  while (!reader.dry() || (yield* refill(reader))) {
    const longer = taken + reader.current();
    if (!beginnings.has(longer)) return { opener: undefined, taken };
    taken = longer;
    reader.take();
    if (openers.has(taken)) return { opener: taken, taken };
  }
  return { opener: undefined, taken };
}

/** Right after a call, any tag that closes something ends it, whatever its name, also if the tag is cut off. */
function* scanOther({ reader, isAfterCall }: CallScan, taken: string): Scan<Found> {
  if (!isAfterCall) return { raw: reader.cut(), outcome: { kind: 'text' } };
  let tag = taken + (yield* takeWhile(reader, character => !'<>{[\n'.includes(character), longestTag));
  if (reader.current() === '>') tag += reader.take();
  return { raw: reader.cut(), outcome: { kind: isClosing(tag, reader.dry()) ? 'nothing' : 'text' } };
}

const longestTag = 60;

/** It matches `</name>`, `<|name_end|>`, `<name|>`, `<|/name|>` and the like. */
const closing =
  /^<(?:\/[^\s<>][^<>]*|[|｜]\/[^<>]*|[|｜]?[^<>|｜]*(?:end|eo[tms]|stop|return|suffix|close)[^<>]*|[|｜]call[|｜]|\w+\|)>$/iu;
const showing =
  /^<\/(?:a|b|blockquote|body|code|details|div|doc|document|em|examples?|html|i|kbd|li|ol|p|pre|q|quote|samp|sample|script|span|strong|summary|t[dhrt]|table|textarea|ul|xmp)\b/i;

function isClosing(tag: string, isCutOff: boolean): boolean {
  if (showing.test(tag)) return false;
  return closing.test(tag) || (isCutOff && /^<\/\w*$/.test(tag));
}

/** The wrapper `<tool_call>` holds JSON, tags, or GLM's keys and values. Its end may be missing. */
function* scanWrapped(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  yield* skipSpace(reader);
  if (isName(reader.current())) return yield* scanPairs(scan);
  let raw = '';
  const outcomes: Outcome[] = [];
  for (;;) {
    yield* skipSpace(reader);
    raw += reader.cut();
    if (outcomes.length > 0 && reader.current() === '<') break;
    const body = yield* scanBody(scan);
    raw += body.raw;
    if (body.outcome.kind === 'nothing') break;
    if (body.outcome.kind === 'text')
      return { raw, outcome: outcomes.length > 0 ? joinOutcomes(outcomes) : body.outcome };
    outcomes.push(body.outcome);
  }
  return { raw, outcome: joinOutcomes(outcomes) };
}

function* scanBody(scan: CallScan): Scan<Found> {
  const { reader, tools } = scan;
  if (reader.current() === '{' || reader.current() === '[')
    return yield* scanWhole(reader, written =>
      isExpression.test(written)
        ? readExpressions(written.slice(1, -1), tools)
        : readWritten(written, { tools, marked: true }),
    );
  if (reader.current() !== '<') return { raw: '', outcome: { kind: 'text' } };
  reader.take();
  const next = yield* peek(reader);
  if (next === '|') return yield* scanAfterMark(scan);
  if (next !== '/') return yield* scanInner(scan);
  yield* takeWhile(reader, character => character !== '>' && character !== '\n', 40);
  if ((yield* peek(reader)) === '>') reader.take();
  return { raw: reader.cut(), outcome: { kind: 'nothing' } };
}

/** LFM2 and Llama 4 write calls in Python between tags. */
const isExpression = /^\[\s*[A-Za-z_][\w.:-]*\(/;

/** InternLM writes whose call it is between its tag and the call. */
function* scanAfterMark(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  const mark = yield* takeWhile(reader, character => /[|\w]/.test(character), 12);
  if (mark !== '|plugin|' || reader.current() !== '>')
    return { raw: reader.cut(), outcome: { kind: 'text' } };
  reader.take();
  yield* skipSpace(reader);
  const before = reader.cut();
  const { raw, outcome } = yield* scanBody(scan);
  return { raw: before + raw, outcome };
}

function* scanInner(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  const name = yield* takeWhile(reader, character => /[a-z]/.test(character), 10);
  const separator = reader.current();
  if (!functions.includes(`<${name}${separator}`)) return { raw: reader.cut(), outcome: { kind: 'text' } };
  reader.take();
  return yield* scanFunction(scan);
}

function* scanPython({ reader, tools }: CallScan): Scan<Found> {
  yield* skipSpace(reader);
  const tag = reader.cut();
  const isJson = reader.current() === '{';
  const start = yield* takeWhile(reader, isName, 80);
  if (!isJson && (start === '' || reader.current() !== '(')) {
    return { raw: tag + reader.cut(), outcome: { kind: 'text' } };
  }
  const { raw, outcome } = yield* scanWhole(reader, written =>
    isJson ? readWritten(written, { tools, marked: true }) : readExpressions(written, tools),
  );
  return { raw: tag + raw, outcome };
}
