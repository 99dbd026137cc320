import { joinOutcomes, malformed, noCall, type Outcome } from '../outcome.ts';
import { callOf } from '../read-calls.ts';
import { readExpressions } from '../read-expression.ts';
import type { CallScan } from './call-scan.ts';
import { isName, type Reader, refill, type Scan, scanThrough, skipSpace, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';

/** GLM's call counts only once it is closed, because another argument may follow its keys and values in tags. */
export function* scanPairs(scan: CallScan, opener: string): Scan<Outcome> {
  const { reader, tools } = scan;
  const { closer, separator, keyOpener, keyCloser, valueOpener, valueCloser } = tagsOf(opener);
  const name = yield* takeWhile(reader, isName, 80);
  if (reader.current() === '(') return yield* scanExpressions(scan, name);
  const pairs: [string, string][] = [];
  for (;;) {
    yield* skipSpace(reader);
    const tag = yield* takeTag(reader, [keyOpener, closer, separator]);
    if (tag === separator) continue;
    const isMeant = pairs.length > 0 || tools.resolve(name) !== undefined;
    if (tag === closer && isMeant) return callOf(name, Object.fromEntries(pairs), tools);
    if (tag !== keyOpener) return pairs.length === 0 ? noCall : malformed('it is incomplete');
    const key = yield* takeThrough(reader, keyCloser);
    yield* skipSpace(reader);
    const isGiven = key !== undefined && (yield* takeTag(reader, [valueOpener])) === valueOpener;
    const value = isGiven ? yield* takeThrough(reader, valueCloser) : undefined;
    if (key === undefined || value === undefined) return malformed('it is incomplete');
    pairs.push([key.trim(), value]);
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

function* takeThrough(reader: Reader, closer: string): Scan<string | undefined> {
  reader.cut();
  const isWhole = yield* scanThrough(reader, closer);
  return isWhole ? reader.cut().slice(0, -closer.length) : undefined;
}

/** OLMo 3 writes calls in Python one after the other between tags. The scan begins at the first one's bracket. */
function* scanExpressions({ reader, tools }: CallScan, first: string): Scan<Outcome> {
  const outcomes: Outcome[] = [];
  for (let name = first; ; ) {
    reader.cut();
    const call = name;
    outcomes.push(yield* scanWhole(reader, written => readExpressions(call + written, tools)));
    yield* skipSpace(reader);
    if (!isName(reader.current())) break;
    name = yield* takeWhile(reader, isName, 80);
    if (reader.current() !== '(') return noCall;
  }
  return joinOutcomes(outcomes);
}
