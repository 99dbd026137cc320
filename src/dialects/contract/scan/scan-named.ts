import { readJson } from '../../../converser/ground/json/lenient-json.ts';
import { malformed, noCall, type Outcome } from '../outcome.ts';
import { callOf, readKeyed, readWritten } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import {
  isName,
  type Reader,
  refill,
  type Scan,
  scanThrough,
  skipSpace,
  takeExactly,
  takeWhile,
} from './reader.ts';
import { scanWhole } from './scan-balanced.ts';
import { scanFunction } from './scan-function.ts';

export const namedCalls: Readonly<Record<string, (scan: CallScan) => Scan<Outcome>>> = {
  '<|tool_call_begin|>': scanBetweenMarks,
  '<｜tool▁call▁begin｜>': scanBetweenMarks,
  '<|tool_call:begin|>': scanBetweenMarks,
  '<|plamo:begin_tool_request:plamo|>': scanBetweenMarks,
  '<|message_sep|>': scanGigaChat,
  '<|tools_prefix|>': scanApertus,
  '<｜tool_call_begin｜>': scanStep,
  '<|tool_call>': scan => scanGemma(scan, '<|"|>'),
  '<start_function_call>': scan => scanGemma(scan, '<escape>'),
};

/**
 * The last name before the JSON is the tool’s. Kimi K2 writes `functions.name:0<|tool_call_argument_begin|>{…}`,
 * DeepSeek V3.1 `name<｜tool▁sep｜>{…}`, V3 `function<｜tool▁sep｜>name` with the JSON in a block of code, Solar Open
 * `id<|tool_call:name|>name<|tool_call:args|>{…}`, PLaMo 3 `<|…name…|>name<|…|><|…arguments…|>{…}`.
 */
function* scanBetweenMarks(scan: CallScan): Scan<Outcome> {
  const { reader, tools } = scan;
  let name = '';
  let marks = 0;
  for (; marks < mostMarks; marks++) {
    name = (yield* takeName(reader)) || name;
    yield* skipSpace(reader);
    if (reader.current() !== '<') break;
    reader.take();
    const mark = yield* takeWhile(reader, character => /[^<>\s{]/.test(character), longestMark);
    if (!/^[|｜].+[|｜]$/.test(mark) || reader.current() !== '>') return noCall;
    reader.take();
  }
  if (name === '' || marks === 0) return noCall;
  const fence = yield* takeWhile(reader, character => /[`a-z]/.test(character), 10);
  const tool = name.replace(/:\d+$/, '');
  const outcome = yield* scanJson(reader, json => callOf(tool, json, tools));
  if (!fence.startsWith('`')) return outcome;
  yield* skipSpace(reader);
  yield* takeWhile(reader, character => character === '`', 3);
  return outcome;
}

const mostMarks = 5;
/** In characters. */
const longestMark = 50;

/** GigaChat 3 writes the header of another speaker before its JSON. */
function* scanGigaChat(scan: CallScan): Scan<Outcome> {
  const { reader, tools } = scan;
  yield* skipSpace(reader);
  if (!(yield* takeExactly(reader, 'function call<|role_sep|>'))) return noCall;
  return yield* scanJson(reader, json => readWritten(json, { tools, marked: true }));
}

/** Apertus writes the name of the tool as the key of its arguments: `[{"name": {…}}, …]`. */
function* scanApertus({ reader, tools }: CallScan): Scan<Outcome> {
  return yield* scanJson(reader, json => readKeyed(json, tools));
}

function* scanJson(reader: Reader, read: (json: string) => Outcome): Scan<Outcome> {
  yield* skipSpace(reader);
  reader.cut();
  return '{['.includes(reader.current() || ' ') ? yield* scanWhole(reader, read) : noCall;
}

/** Step 3 writes `function<｜tool_sep｜>` and then tags of its own. */
function* scanStep(scan: CallScan): Scan<Outcome> {
  const { reader } = scan;
  const kind = yield* takeName(reader);
  if (kind !== '' && !(yield* takeExactly(reader, '<｜tool_sep｜>'))) return noCall;
  yield* skipSpace(reader);
  return (yield* takeExactly(reader, '<steptml:invoke ')) ? yield* scanFunction(scan, 'steptml:') : noCall;
}

/** Gemma 4 and FunctionGemma write `call:name{key:value}`, in which strings stand between `quote` and `quote`. */
function* scanGemma({ reader, tools }: CallScan, quote: string): Scan<Outcome> {
  const written = yield* takeName(reader);
  if (!written.startsWith('call:') || reader.current() !== '{') return noCall;
  reader.cut();
  const json = yield* scanObject(reader, quote);
  if (json === undefined) return malformed('it is incomplete');
  const read = readJson(json);
  return read.kind === 'value'
    ? callOf(written.slice('call:'.length), read.value, tools)
    : malformed(`its arguments cannot be read: ${read.reason}`);
}

/** Returns the object in JSON, if it is whole. */
function* scanObject(reader: Reader, quote: string): Scan<string | undefined> {
  let depth = 0;
  const json: string[] = [];
  while (!reader.dry() || (yield* refill(reader))) {
    if (reader.current() === '<' && (yield* takeExactly(reader, quote))) {
      reader.cut();
      const isWhole = yield* scanThrough(reader, quote);
      const text = reader.cut();
      if (!isWhole) return undefined;
      json.push(JSON.stringify(text.slice(0, -quote.length)));
      continue;
    }
    const character = reader.dry() ? '' : reader.take();
    json.push(reader.cut());
    if ('{['.includes(character) && character !== '') depth++;
    else if ('}]'.includes(character) && character !== '' && --depth <= 0) return json.join('');
  }
  return undefined;
}

function* takeName(reader: Reader): Scan<string> {
  yield* skipSpace(reader);
  return yield* takeWhile(reader, isName, 80);
}
