import { type Found, malformed, type Outcome } from '../outcome.ts';
import { callOf, readWritten } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import { type Reader, type Scan, skipSpace, takeWhile } from './reader.ts';
import { scanBalanced } from './scan-balanced.ts';

/**
 * Mistral's marker, of which `[TOOL_CALLS` is taken: `[TOOL_CALLS] [{…}, …]`, or in newer models
 * `[TOOL_CALLS]name[ARGS]{…}`, once for each call.
 */
export function* scanMarker({ reader, tools }: CallScan): Scan<Found> {
  reader.take();
  yield* skipSpace(reader);
  const marker = reader.cut();
  if (reader.current === '[' || reader.current === '{') {
    const { raw, outcome } = yield* scanBody(reader, json => readWritten(json, { tools, marked: true }));
    return { raw: marker + raw, outcome };
  }
  const name = yield* takeWhile(reader, character => /[\w.:/-]/.test(character), 80);
  yield* takeWhile(reader, character => character !== '{' && character !== '\n', 80);
  const header = marker + reader.cut();
  if (name === '' || reader.current !== '{') return { raw: header, outcome: { kind: 'text' } };
  const { raw, outcome } = yield* scanBody(reader, json => callOf(name, json, tools));
  return { raw: header + raw, outcome };
}

function* scanBody(reader: Reader, read: (json: string) => Outcome): Scan<Found> {
  const isWhole = yield* scanBalanced(reader);
  const raw = reader.cut();
  return { raw, outcome: isWhole ? read(raw) : malformed('it is incomplete') };
}
