import type { Found } from '../outcome.ts';
import { callOf, readWritten } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import { isName, type Scan, skipSpace, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';

/** Mistral's models write `[TOOL_CALLS] [{…}, …]`, newer ones `[TOOL_CALLS]name[ARGS]{…}` for each call. */
export function* scanMarker({ reader, tools }: CallScan): Scan<Found> {
  reader.take();
  yield* skipSpace(reader);
  const marker = reader.cut();
  if (reader.current() === '[' || reader.current() === '{') {
    const { raw, outcome } = yield* scanWhole(reader, json => readWritten(json, { tools, marked: true }));
    return { raw: marker + raw, outcome };
  }
  const name = yield* takeWhile(reader, isName, 80);
  yield* takeWhile(reader, character => character !== '{' && character !== '\n', 80);
  const header = marker + reader.cut();
  if (name === '' || reader.current() !== '{') return { raw: header, outcome: { kind: 'text' } };
  const { raw, outcome } = yield* scanWhole(reader, json => callOf(name, json, tools));
  return { raw: header + raw, outcome };
}
