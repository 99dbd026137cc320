import type { JsonValue } from '../../../converser/ground/json/json.ts';
import { readJson } from '../../../converser/ground/json/lenient-json.ts';
import { malformed, noCall, type Outcome } from '../outcome.ts';
import { callOf } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import { peek, type Reader, type Scan, scanThrough, skipSpace, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';

/** Invariant: a parameter's text stays as it is, except for the line breaks of `<parameter=key>`. */
export function* scanFunction(scan: CallScan, prefix = ''): Scan<Outcome> {
  const { reader, tools } = scan;
  const attributes = yield* scanTagEnd(reader);
  const name = attributes === undefined ? undefined : nameIn(attributes);
  reader.cut();
  if (name === undefined) return attributes === undefined ? noCall : malformed('it has no name');
  yield* skipSpace(reader);
  if (reader.current() === '{') return yield* scanJsonBody(scan, { name, prefix });
  const pairs: [string, JsonValue][] = [];
  for (;;) {
    yield* skipSpace(reader);
    const part = yield* scanPart(reader, prefix);
    if (part.kind === 'broken') return malformed(part.reason);
    if (part.kind === 'end') return callOf(name, Object.fromEntries(pairs), tools);
    pairs.push([part.name, part.value]);
  }
}

interface Named {
  readonly name: string;
  readonly prefix: string;
}

function* scanJsonBody({ reader, tools }: CallScan, { name, prefix }: Named): Scan<Outcome> {
  const outcome = yield* scanWhole(reader, written => callOf(name, written, tools));
  yield* skipSpace(reader);
  const isClosed = reader.current() !== '<' || isEnd(yield* scanTagEnd(reader), prefix);
  return isClosed ? outcome : malformed('it is not closed');
}

type Part =
  | { readonly kind: 'end' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'parameter'; readonly name: string; readonly value: JsonValue };

function isEnd(tag: string | undefined, prefix: string): boolean {
  return tag === '</function' || tag === `</${prefix}invoke`;
}

function* scanPart(reader: Reader, prefix: string): Scan<Part> {
  const tag = reader.current() === '<' ? yield* scanTagEnd(reader) : undefined;
  if (isEnd(tag, prefix)) return { kind: 'end' };
  // MiniCPM 5 shortens the word.
  const opener = `<${prefix}${tag?.startsWith('<param ') ? 'param' : 'parameter'}`;
  const closer = `${opener.replace('<', '</')}>`;
  const name = tag?.startsWith(opener) ? nameIn(tag.slice(opener.length)) : undefined;
  if (tag === undefined || name === undefined) {
    const isOver = (yield* peek(reader)) === '';
    const reason = isOver ? 'it is incomplete' : 'it contains something other than a parameter';
    return { kind: 'broken', reason };
  }
  reader.cut();
  if (!(yield* scanThrough(reader, closer))) return { kind: 'broken', reason: 'it is incomplete' };
  const value = reader.cut().slice(0, -closer.length);
  return { kind: 'parameter', name, value: readValue(value, tag) };
}

function readValue(written: string, tag: string): JsonValue {
  if (tag.startsWith('<parameter=')) return withoutOuterBreaks(written);
  if (!/\bstring="false"/.test(tag)) return written;
  const read = readJson(written);
  return read.kind === 'value' ? read.value : written;
}

function* scanTagEnd(reader: Reader): Scan<string | undefined> {
  const tag = yield* takeWhile(reader, character => character !== '>' && character !== '\n', 200);
  if (reader.current() !== '>') return undefined;
  reader.take();
  return tag;
}

function nameIn(attributes: string): string | undefined {
  const quoted = /\bname\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
  const bare = /^=?\s*([\w.:/-]+)\s*$/.exec(attributes);
  return quoted?.[1] ?? quoted?.[2] ?? bare?.[1];
}

function withoutOuterBreaks(value: string): string {
  return value.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
}
