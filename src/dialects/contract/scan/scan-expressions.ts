import { type Found, joinOutcomes, type Outcome } from '../outcome.ts';
import { readExpressions } from '../read-expression.ts';
import type { CallScan } from './call-scan.ts';
import { isName, type Scan, skipSpace, takeWhile } from './reader.ts';
import { scanWhole } from './scan-balanced.ts';

/** OLMo 3 writes calls in Python one after the other between tags. The scan begins at the first one's bracket. */
export function* scanExpressions({ reader, tools }: CallScan, first: string): Scan<Found> {
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
