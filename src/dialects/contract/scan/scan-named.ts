import { readJson } from '../../../converser/ground/json/lenient-json.ts';
import { type Found, malformed, type Outcome } from '../outcome.ts';
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

export const namedCalls: Readonly<Record<string, (scan: CallScan) => Scan<Found>>> = {
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
function* scanBetweenMarks(scan: CallScan): Scan<Found> {
  const { reader, tools } = scan;
  let name = '';
  let marks = 0;
  for (; marks < mostMarks; marks++) {
    name = (yield* takeName(reader)) || name;
    yield* skipSpace(reader);
    if (reader.current() !== '<') break;
    reader.take();
    const mark = yield* takeWhile(reader, character => /[^<>\s{]/.test(character), longestMark);
    if (!/^[|｜].+[|｜]$/.test(mark) || reader.current() !== '>') return noCall(reader);
    reader.take();
  }
  if (name === '' || marks === 0) return noCall(reader);
  const fence = yield* takeWhile(reader, character => /[`a-z]/.test(character), 10);
  const tool = name.replace(/:\d+$/, '');
  const found = yield* scanJson(reader, json => callOf(tool, json, tools));
  if (!fence.startsWith('`')) return found;
  yield* skipSpace(reader);
  yield* takeWhile(reader, character => character === '`', 3);
  return { ...found, raw: found.raw + reader.cut() };
}

const mostMarks = 5;
/** In characters. */
const longestMark = 50;

/** GigaChat 3 writes the header of another speaker before its JSON. */
function* scanGigaChat(scan: CallScan): Scan<Found> {
  const { reader, tools } = scan;
  yield* skipSpace(reader);
  if (!(yield* takeExactly(reader, 'function call<|role_sep|>'))) return noCall(reader);
  return yield* scanJson(reader, json => readWritten(json, { tools, marked: true }));
}

/** Apertus writes the name of the tool as the key of its arguments: `[{"name": {…}}, …]`. */
function* scanApertus({ reader, tools }: CallScan): Scan<Found> {
  return yield* scanJson(reader, json => readKeyed(json, tools));
}

function* scanJson(reader: Reader, read: (json: string) => Outcome): Scan<Found> {
  yield* skipSpace(reader);
  const header = reader.cut();
  if (!'{['.includes(reader.current() || ' ')) return { raw: header, outcome: { kind: 'text' } };
  const { raw, outcome } = yield* scanWhole(reader, read);
  return { raw: header + raw, outcome };
}

/** Step 3 writes `function<｜tool_sep｜>` and then tags of its own. */
function* scanStep(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  const kind = yield* takeName(reader);
  if (kind !== '' && !(yield* takeExactly(reader, '<｜tool_sep｜>'))) return noCall(reader);
  yield* skipSpace(reader);
  return (yield* takeExactly(reader, '<steptml:invoke '))
    ? yield* scanFunction(scan, 'steptml:')
    : noCall(reader);
}

/** Gemma 4 and FunctionGemma write `call:name{key:value}`, in which strings stand between `quote` and `quote`. */
function* scanGemma({ reader, tools }: CallScan, quote: string): Scan<Found> {
  const written = yield* takeName(reader);
  if (!written.startsWith('call:') || reader.current() !== '{') return noCall(reader);
  const header = reader.cut();
  const { raw, json } = yield* scanObject(reader, quote);
  if (json === undefined) return { raw: header + raw, outcome: malformed('it is incomplete') };
  const read = readJson(json);
  const outcome =
    read.kind === 'value'
      ? callOf(written.slice('call:'.length), read.value, tools)
      : malformed(`its arguments cannot be read: ${read.reason}`);
  return { raw: header + raw, outcome };
}

interface GemmaObject {
  readonly raw: string;
  readonly json?: string;
}

function* scanObject(reader: Reader, quote: string): Scan<GemmaObject> {
  let depth = 0;
  let raw = '';
  const json: string[] = [];
  while (!reader.dry() || (yield* refill(reader))) {
    if (reader.current() === '<' && (yield* takeExactly(reader, quote))) {
      raw += reader.cut();
      const isWhole = yield* scanThrough(reader, quote);
      const text = reader.cut();
      raw += text;
      if (!isWhole) return { raw };
      json.push(JSON.stringify(text.slice(0, -quote.length)));
      continue;
    }
    const character = reader.dry() ? '' : reader.take();
    const taken = reader.cut();
    raw += taken;
    json.push(taken);
    if ('{['.includes(character) && character !== '') depth++;
    else if ('}]'.includes(character) && character !== '' && --depth <= 0)
      return { raw, json: json.join('') };
  }
  return { raw };
}

function* takeName(reader: Reader): Scan<string> {
  yield* skipSpace(reader);
  return yield* takeWhile(reader, isName, 80);
}

function noCall(reader: Reader): Found {
  return { raw: reader.cut(), outcome: { kind: 'text' } };
}
