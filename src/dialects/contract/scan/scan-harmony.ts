import { noCall, type Outcome } from '../outcome.ts';
import { callOf } from '../read-calls.ts';
import type { CallScan } from './call-scan.ts';
import { peek, type Scan, skipSpace, takeExactly, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';
import { scanThought } from './scan-thought.ts';

/** gpt-oss names the channel and the tool in a header before `<|message|>`. Its analysis is reasoning. */
export function* scanHarmony(scan: CallScan, opener: string): Scan<Outcome> {
  const { reader, tools, isAfterCall } = scan;
  const header = yield* scanHeader(scan);
  const name = / to=([\w.:/-]+)/.exec(` ${header ?? ''}`)?.[1];
  if (header === undefined || isAfterCall) return noCall;
  if (name === undefined) {
    const isAnalysis = scan.think !== undefined && `${opener}${header}`.includes('<|channel|>analysis');
    return isAnalysis ? yield* scanThought(scan, '<|end|>') : noCall;
  }
  yield* skipSpace(reader);
  reader.cut();
  if (reader.current() !== '{') return noCall;
  return yield* scanWhole(reader, json => callOf(name, json, tools));
}

function* scanHeader({ reader }: CallScan): Scan<string | undefined> {
  let header = '';
  for (let marks = 0; marks < 4; marks++) {
    header += yield* takeWhile(reader, character => !'<\n{['.includes(character), 200);
    if (reader.current() !== '<') return undefined;
    if (yield* takeExactly(reader, '<|message|>')) return header;
    const rest = yield* takeWhile(reader, character => !'<>\n{['.includes(character), 20);
    if ((yield* peek(reader)) !== '>') return undefined;
    reader.take();
    header += `<|${rest.replace(/^\|/, '')}>`;
  }
  return undefined;
}
