import { type Found, joinOutcomes, malformed, type Outcome } from '../outcome.ts';
import { callOf } from '../read-calls.ts';
import { readExpressions } from '../read-expression.ts';
import type { CallScan } from './call-scan.ts';
import { isName, type Reader, refill, type Scan, scanThrough, skipSpace, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';

/** GLM's call counts only once it is closed, because another argument may follow its keys and values in tags. */
export function* scanPairs(scan: CallScan, opener: string): Scan<Found> {
  const { reader, tools } = scan;
  const { closer, separator, keyOpener, keyCloser, valueOpener, valueCloser } = tagsOf(opener);
  const name = yield* takeWhile(reader, isName, 80);
  if (reader.current() === '(') return yield* scanExpressions(scan, name);
  const pairs: [string, string][] = [];
  let raw = '';
  const text = (): Found => ({ raw: raw + reader.cut(), outcome: { kind: 'text' } });
  const broken = (): Found => ({ raw: raw + reader.cut(), outcome: malformed('it is incomplete') });
  for (;;) {
    yield* skipSpace(reader);
    const tag = yield* takeTag(reader, [keyOpener, closer, separator]);
    if (tag === separator) continue;
    const isMeant = pairs.length > 0 || tools.resolve(name) !== undefined;
    if (tag === closer && isMeant)
      return { raw: raw + reader.cut(), outcome: callOf(name, Object.fromEntries(pairs), tools) };
    if (tag !== keyOpener) return pairs.length === 0 ? text() : broken();
    raw += reader.cut();
    const key = yield* takeThrough(reader, keyCloser);
    raw += key.raw;
    yield* skipSpace(reader);
    if (!key.isWhole || (yield* takeTag(reader, [valueOpener])) !== valueOpener) return broken();
    raw += reader.cut();
    const value = yield* takeThrough(reader, valueCloser);
    raw += value.raw;
    if (!value.isWhole) return broken();
    pairs.push([key.text.trim(), value.text]);
  }
}

/** LongCat, Hunyuan and K2 put a word of their own before or after the name of each tag. Hunyuan parts name and keys. */
function tagsOf(opener: string) {
  const tagOf = (name: string) => opener.replace(/(?:tools?|function)_?calls?/i, name);
  const closing = (tag: string) => tag.replace('<', '</');
  const [keyOpener, valueOpener] = [tagOf('arg_key'), tagOf('arg_value')];
  const [keyCloser, valueCloser] = [closing(keyOpener), closing(valueOpener)];
  return {
    closer: closing(opener),
    separator: tagOf('tool_sep'),
    keyOpener,
    keyCloser,
    valueOpener,
    valueCloser,
  };
}

function* takeTag(reader: Reader, tags: readonly string[]): Scan<string> {
  let taken = '';
  while (!reader.dry() || (yield* refill(reader))) {
    const longer = taken + reader.current();
    if (!tags.some(tag => tag.startsWith(longer))) break;
    taken = longer;
    reader.take();
    if (tags.includes(taken)) break;
  }
  return taken;
}

interface Taken {
  readonly raw: string;
  readonly text: string;
  readonly isWhole: boolean;
}

function* takeThrough(reader: Reader, closedBy: string): Scan<Taken> {
  const isWhole = yield* scanThrough(reader, closedBy);
  const raw = reader.cut();
  return { raw, text: raw.slice(0, -closedBy.length), isWhole };
}

/** OLMo 3 writes calls in Python one after the other between tags. The scan begins at the first one's bracket. */
function* scanExpressions({ reader, tools }: CallScan, first: string): Scan<Found> {
  const outcomes: Outcome[] = [];
  let raw = '';
  for (let name = first; ; ) {
    raw += reader.cut();
    const call = name;
    const found: Found = yield* scanWhole(reader, written => readExpressions(call + written, tools));
    raw += found.raw;
    outcomes.push(found.outcome);
    yield* skipSpace(reader);
    if (!isName(reader.current())) break;
    name = yield* takeWhile(reader, isName, 80);
    if (reader.current() !== '(') return { raw: raw + reader.cut(), outcome: { kind: 'text' } };
  }
  return { raw: raw + reader.cut(), outcome: joinOutcomes(outcomes) };
}
