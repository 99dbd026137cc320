import { type Found, joinOutcomes, noCall, nothing, type Outcome } from '../outcome.ts';
import { readStatements } from '../read-expression.ts';
import { type CallScan, withText } from './call-scan.ts';
import { refill, type Scan, skipSpace, takeWhile } from './reader.ts';
import { mayOpen, scanCall } from './scan-call.ts';

export interface Fence extends Found {
  readonly open: string;
  readonly rest: string;
}

const languages = new Set(
  'json json5 jsonc javascript js python py xml text txt plaintext tool tool_call tool_calls tool_use function_call'.split(
    ' ',
  ),
);

export function* scanFence(scan: CallScan, isAction: boolean): Scan<Fence> {
  const { reader, marked } = scan;
  const mark = reader.current();
  const marks = yield* takeWhile(reader, character => character === mark, 40);
  const open = marks.length < 3 ? '' : marks;
  if (open === '') return { raw: reader.whole(), outcome: noCall, open, rest: '' };
  const language = yield* takeWhile(reader, character => !`\n{[<${mark}`.includes(character), 40);
  const name = language.trim().toLowerCase();
  if (name === 'tool_code' && reader.current() === '\n') return yield* scanCode(scan, open);
  const isKnown = marked ? isAction && name === 'json' : name === '' || languages.has(name);
  return isKnown ? yield* scanInside(scan, open) : { raw: reader.whole(), outcome: noCall, open, rest: '' };
}

/** Gemma and Gemini call tools in Python, and often print what they return. */
function* scanCode({ reader, tools }: CallScan, open: string): Scan<Fence> {
  const code: string[] = [];
  for (;;) {
    const marks = yield* takeWhile(reader, character => character === open.charAt(0), 40);
    if (marks.length >= open.length || reader.dry()) break;
    code.push(marks, yield* takeWhile(reader, character => character !== '\n', Number.POSITIVE_INFINITY));
    if (!reader.dry()) code.push(reader.take());
    yield* refill(reader);
  }
  const outcome = readStatements(code.join(''), tools);
  return { raw: reader.whole(), outcome, open: '', rest: '' };
}

function* scanInside(scan: CallScan, open: string): Scan<Fence> {
  const { reader, tools, say } = scan;
  const outcomes: Outcome[] = [];
  let raw = '';
  let isAnswered = false;
  for (;;) {
    yield* skipSpace(reader);
    raw += reader.whole();
    if (reader.dry() || !mayOpen(reader.current())) break;
    const isFirst: boolean = outcomes.length === 0 && !isAnswered;
    const inner = { reader, tools, isAfterCall: outcomes.length > 0, ...(isFirst && say && { say }) };
    const found: Found = yield* withText(inner, scanCall(inner));
    if (isFirst && say && found.outcome.kind === 'answer') {
      say(found.outcome.text);
      isAnswered = true;
      raw = '';
      continue;
    }
    const isOurs = found.outcome.kind === 'nothing';
    if (!isOurs && !isMeant(found.outcome))
      return { raw, outcome: joinOutcomes(outcomes), open, rest: found.raw };
    isAnswered ||= isOurs && found.raw === '';
    raw = isOurs && found.raw === '' ? '' : raw + found.raw;
    if (!isOurs) outcomes.push(found.outcome);
  }
  const marks = yield* takeWhile(reader, character => character === open.charAt(0), 40);
  const rest = reader.whole();
  if (marks.length < open.length && !reader.dry())
    return { raw, outcome: joinOutcomes(outcomes), open, rest };
  if (isAnswered && outcomes.length === 0) return { raw: '', outcome: nothing, open: '', rest: '' };
  return { raw: raw + rest, outcome: joinOutcomes(outcomes), open: '', rest: '' };
}

function isMeant({ kind }: Outcome): boolean {
  return kind === 'calls' || kind === 'malformed';
}
