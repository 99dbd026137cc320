import type { ToolDefinition } from '../../converser/words/models/provider.ts';
import { createLineContext, type LineContext } from './context/line-context.ts';
import type { Found } from './outcome.ts';
import { createReplyOutput, type IsQuotation, type ReplyEvent, type ReplyOutput } from './reply-output.ts';
import { type CallScan, withText } from './scan/call-scan.ts';
import { createReader, isName, type Reader, refill, type Scan, skipSpace, takeWhile } from './scan/reader.ts';
import { scanBalanced } from './scan/scan-balanced.ts';
import { mayOpen, mayOpenMarked, scanCall } from './scan/scan-call.ts';
import { scanFence } from './scan/scan-fence.ts';
import { functools, scanAction, scanFirstWord, scanFunctools, scanRecipient } from './scan/scan-headed.ts';
import { createToolNames, type ToolNames } from './tool-names.ts';

export interface ReplyParser {
  push(piece: string): readonly ReplyEvent[];
  end(): readonly ReplyEvent[];
  endAsText(): readonly ReplyEvent[];
  found(): number;
  work(): number;
}

export interface ReplyParserOptions {
  readonly tools: readonly ToolDefinition[];
  /** `marked` counts only calls in the vendors' own tags and markers. All else is text. Default `all`. */
  readonly shapes?: 'all' | 'marked';
  /** It is asked once a reply has ended with calls. If one of them is a quotation, all are only shown. */
  readonly isQuotation?: IsQuotation;
}

/**
 * Contract (README.md has the table of what is recognised):
 * - how the reply is cut into pieces changes nothing but the pieces of text;
 * - only calls at its end count; what is followed by prose, announced, quoted or inside code is text;
 * - it ends where the model goes on in another's name: then an `invention` is among the events;
 * - the work grows with the length of the reply and with nothing else.
 */
export function createReplyParser({
  tools,
  shapes = 'all',
  isQuotation = () => false,
}: ReplyParserOptions): ReplyParser {
  const reader = createReader();
  const marked = shapes === 'marked';
  const output = createReplyOutput({ verbatim: marked, isQuotation });
  const names = createToolNames(tools, { marked });
  const scanning = {
    reader,
    output,
    names,
    marked,
    line: createLineContext(),
    isBetween: false,
    isHead: true,
  };
  const { line } = scanning;
  const scan = scanReply(scanning);
  const special = marked ? /[`~[<>]/ : /[`~{[<>\n]/;
  let passed = 0;
  scan.next();
  const finish = () => {
    reader.end();
    scan.next();
  };
  return {
    push(piece) {
      if (output.isCut()) return [];
      if (scanning.isBetween && !scanning.isHead && !special.test(piece)) {
        // Most pieces are like this, and the scan need not be woken for them.
        passed += piece.length;
        line.observe(piece);
        output.say(piece);
      } else {
        reader.push(piece);
        scan.next();
      }
      return output.drain();
    },
    end() {
      finish();
      output.settle();
      return output.drain();
    },
    endAsText() {
      finish();
      output.settleAsText();
      return output.drain();
    },
    found: () => output.found(),
    work: () => reader.work() + passed,
  };
}

interface Scanning {
  readonly reader: Reader;
  readonly output: ReplyOutput;
  readonly names: ToolNames;
  readonly marked: boolean;
  readonly line: LineContext;
  isBetween: boolean;
  /** A header that begins a call may come next: a line starts, or only marked calls count and nothing was said. */
  isHead: boolean;
}

function* scanReply(scanning: Scanning): Scan<void> {
  const { reader, output, line, marked } = scanning;
  const opens = marked ? mayOpenMarked : mayOpen;
  yield* skipSpace(reader);
  for (;;) {
    if (reader.dry()) output.say(reader.whole());
    // This repeats `refill`, because calling it would add a generator for each piece.
    scanning.isHead = marked ? output.isFresh() : line.atStart();
    scanning.isBetween = true;
    while (reader.dry() && !reader.ended() && !output.isCut()) yield;
    scanning.isBetween = false;
    if (output.isCut() || reader.dry()) return;
    const character = reader.current();
    if (isFenceMark(character) && (line.atStart() || isAfterAction(line))) {
      output.say(reader.whole());
      yield* scanBlock(scanning);
    } else if (opens(character) && line.mayCall(character)) {
      output.say(reader.whole());
      yield* accept(yield* withText(scanning, scanCall(callScan(scanning))), scanning);
    } else if (yield* scanHeader(scanning)) continue;
    else line.observe(reader.takeRun(marked ? plainBesideMarks : plain));
  }
}

const plain = /[^`~{[<>\n]+/y;
const plainBesideMarks = /[^`~[<>]+/y;

function* scanHeader(scanning: Scanning): Scan<boolean> {
  const scan = headerScan(scanning);
  if (scan === undefined) return false;
  scanning.output.say(scanning.reader.whole());
  yield* accept(yield* withText(scanning, scan(callScan(scanning))), scanning);
  return true;
}

/** Where text may hold an unmarked call, a marked one is text, too: it would be made without the other. */
function mayBeRecipient({ line, output, marked }: Pick<Scanning, 'line' | 'output' | 'marked'>): boolean {
  return output.endsWithCall() || (line.mayCall('>') && (!marked || output.isFresh()));
}

function headerScan({ reader, output, line, marked }: Scanning) {
  const current = reader.current();
  if (current === '>') return mayBeRecipient({ line, output, marked }) ? scanRecipient : undefined;
  if (current === '[') return line.isAfter(functools) ? scanFunctools : undefined;
  if (!marked && current === 'A' && line.atStart()) return scanAction;
  const mayBegin = marked ? current === functools.charAt(0) : isName(current);
  return mayBegin && output.isFresh() && line.atStart() ? scanFirstWord : undefined;
}

/** Command R writes `Action:` before its block of JSON. */
function isAfterAction(line: LineContext): boolean {
  return line.isAfter('Action: ') || line.isAfter('Action:');
}

function isFenceMark(character: string): boolean {
  return character === '`' || character === '~';
}

/** The final answer and reasoning are recognized only at the start of the reply. */
function callScan({ reader, names, output, marked }: Scanning): CallScan {
  const common = { reader, tools: names, marked, isAfterCall: output.endsWithCall() };
  if (marked) return { ...common, think: output.say };
  return output.isFresh() ? { ...common, say: output.answer, think: output.think } : common;
}

function* accept(found: Found, scanning: Scanning): Scan<void> {
  const { outcome, raw } = found;
  const { output, line } = scanning;
  if (outcome.kind === 'text' || outcome.kind === 'data') {
    line.observe(raw);
    output.say(raw);
    if (outcome.kind === 'data') yield* passData(scanning, outcome.depth);
  } else if (outcome.kind !== 'nothing') {
    output.keep(found, line.announcement());
    line.observeCall();
  } else if (raw !== '') output.keep(found, () => false);
}

function* passData({ reader, output, line }: Scanning, depth: number): Scan<void> {
  const scan = scanBalanced(reader, { depth, before: ':' });
  for (;;) {
    const { done } = scan.next();
    const passed = reader.whole();
    line.observe(passed);
    output.say(passed);
    if (done) return;
    yield;
  }
}

function* scanBlock(scanning: Scanning): Scan<void> {
  const { reader, output, line } = scanning;
  const isAction = isAfterAction(line);
  const { raw, outcome, open, rest } = yield* scanFence(callScan(scanning), isAction);
  yield* accept({ raw, outcome }, scanning);
  line.observe(rest);
  output.say(rest);
  if (open !== '') yield* passCode(scanning, open);
  else if (reader.dry()) yield* refill(reader);
}

function* passCode({ reader, output, line }: Scanning, open: string): Scan<void> {
  for (;;) {
    if (reader.dry()) output.say(reader.whole());
    if (reader.dry() && !(yield* refill(reader))) return;
    if (line.atStart() && reader.current() === open.charAt(0)) {
      const marks = yield* takeWhile(reader, character => character === open.charAt(0), 40);
      line.observe(marks);
      if (marks.length >= open.length) return;
    } else line.observe(reader.take());
  }
}
