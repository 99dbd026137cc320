import type { CallScan } from './call-scan.ts';
import { joinOutcomes, type Outcome } from './outcome.ts';
import { type Scan, skipSpace, takeWhile } from './reader.ts';
import { mayOpen, scanCall } from './scan-call.ts';

/** The beginning of a code block, or all of one that holds nothing but calls. */
export interface Fence {
  readonly raw: string;
  /** What the calls in it are, `text` if there are none. */
  readonly outcome: Outcome;
  /** The marks that have to close it, if it is still open. */
  readonly open: string;
}

/** Blocks in other languages hold code, whatever it looks like. */
const languages = new Set(
  'json json5 jsonc javascript js python py xml text txt plaintext tool tool_call tool_calls tool_code tool_use function_call'.split(
    ' ',
  ),
);

/** A code block at the start of a line, from its first mark. */
export function* scanFence(scan: CallScan): Scan<Fence> {
  const { reader } = scan;
  const mark = reader.current;
  const marks = yield* takeWhile(reader, character => character === mark, 40);
  const open = marks.length < 3 ? '' : marks;
  if (open === '') return { raw: reader.cut(), outcome: { kind: 'text' }, open };
  const language = yield* takeWhile(reader, character => !`\n{[<${mark}`.includes(character), 40);
  const raw = reader.cut();
  const isKnown = language.trim() === '' || languages.has(language.trim().toLowerCase());
  return isKnown ? yield* scanInside(scan, { raw, open }) : { raw, outcome: { kind: 'text' }, open };
}

function* scanInside(scan: CallScan, fence: Pick<Fence, 'raw' | 'open'>): Scan<Fence> {
  const { reader } = scan;
  const { open } = fence;
  const outcomes: Outcome[] = [];
  let { raw } = fence;
  let isAnswered = false;
  for (;;) {
    yield* skipSpace(reader);
    raw += reader.cut();
    if (reader.dry || !mayOpen(reader.current)) break;
    const found = yield* scanCall(scan);
    if (found.outcome.kind === 'nothing') {
      isAnswered ||= found.raw === '';
      raw = found.raw === '' ? '' : raw + found.raw;
      continue;
    }
    raw += found.raw;
    if (!isMeant(found.outcome)) break;
    outcomes.push(found.outcome);
  }
  const marks = yield* takeWhile(reader, character => character === open.charAt(0), 40);
  const isOver = marks.length >= open.length || (reader.dry && reader.ended);
  const marksRaw = reader.cut();
  if (isOver && isAnswered && outcomes.length === 0)
    return { raw: '', outcome: { kind: 'nothing' }, open: '' };
  return { raw: raw + marksRaw, outcome: joinOutcomes(outcomes), open: isOver ? '' : open };
}

function isMeant({ kind }: Outcome): boolean {
  return kind === 'calls' || kind === 'malformed';
}
