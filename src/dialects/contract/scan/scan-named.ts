import { readJson } from '../../../converser/ground/json/lenient-json.ts';
import { type Found, malformed } from '../outcome.ts';
import { callOf } from '../read-calls.ts';
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

export const namedCalls: Readonly<Record<string, (scan: CallScan) => Scan<Found>>> = {
  '<|tool_call_begin|>': scanKimi,
  '<｜tool▁call▁begin｜>': scanDeepSeek,
  '<|tool_call>': scan => scanGemma(scan, '<|"|>'),
  '<start_function_call>': scan => scanGemma(scan, '<escape>'),
};

/** Kimi K2 writes `functions.name:0<|tool_call_argument_begin|>{…}`. */
function* scanKimi(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  const name = yield* takeName(reader);
  yield* skipSpace(reader);
  if (name === '' || !(yield* takeExactly(reader, '<|tool_call_argument_begin|>'))) return noCall(reader);
  return yield* scanArguments(scan, name.replace(/:\d+$/, ''));
}

/** DeepSeek V3.1 writes `name<｜tool▁sep｜>{…}`; V3 writes `function<｜tool▁sep｜>name`, then JSON in a block of code. */
function* scanDeepSeek(scan: CallScan): Scan<Found> {
  const { reader } = scan;
  const first = yield* takeName(reader);
  if (first === '' || !(yield* takeExactly(reader, '<｜tool▁sep｜>'))) return noCall(reader);
  yield* skipSpace(reader);
  if (reader.current() === '{') return yield* scanArguments(scan, first);
  const name = yield* takeName(reader);
  yield* skipSpace(reader);
  yield* takeWhile(reader, character => /[`a-z]/.test(character), 10);
  const found = yield* scanArguments(scan, name);
  yield* skipSpace(reader);
  yield* takeWhile(reader, character => character === '`', 3);
  return { ...found, raw: found.raw + reader.cut() };
}

function* scanArguments({ reader, tools }: CallScan, name: string): Scan<Found> {
  yield* skipSpace(reader);
  const header = reader.cut();
  if (reader.current() !== '{') return { raw: header, outcome: { kind: 'text' } };
  const { raw, outcome } = yield* scanWhole(reader, json => callOf(name, json, tools));
  return { raw: header + raw, outcome };
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
