import { createParser } from 'eventsource-parser';
import { flowing, type InGroups } from '../../converser/ground/async/flow.ts';
import { rewrittenAsGroups } from '../../converser/ground/async/rewritten.ts';
import { type ConverserError, errors } from '../../converser/ground/errors.ts';
import { parseJson } from '../../converser/ground/json/json.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { replyLimits } from '../../converser/words/models/reply-limits.ts';
import { ReportedError } from '../../dialects/reported-error.ts';
import { type ByteFlow, flowOfPieces, heardFlow } from './byte-flow.ts';

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  /** The event is a whole reply in JSON: the server ignored that a stream was asked for. */
  readonly isWhole?: true;
}

export interface ReadEventsOptions {
  readonly label: string;
  readonly isLast?: (event: ServerEvent) => boolean;
  readonly lines?: boolean | undefined;
}

/**
 * As in the SDKs, the last event counts even without its empty line. After the end marker, the rest is read
 * and dropped, so that the connection can be used again. Some servers end with a field `error`: an event.
 * A consumer that stops before the end marker closes the connection.
 * Throws `reply-too-large` once an event or the whole stream is larger than a reply may be, and a `ReportedError`
 * where the body is a page or other words for people.
 */
export function readEvents(body: ByteFlow | undefined, options: ReadEventsOptions): InGroups<ServerEvent> {
  const events = createEventReader(options);
  const bytes = body ?? flowOfPieces([]);
  return rewrittenAsGroups<Uint8Array, ServerEvent>(flowing(drained(bytes, events.hasAll)), {
    writeAll: events.read,
    end: events.end,
    isOver: events.hasAll,
  });
}

/** Left before its end, it is closed, but where nothing more is expected, it is read to its end. */
function drained(body: ByteFlow, hasAll: () => boolean): ByteFlow {
  let isOver = false;
  const hear = (_pieces: unknown, isLast: boolean) => {
    isOver = isLast;
  };
  return {
    ...heardFlow(body, { hear }),
    async leave() {
      if (isOver) return;
      isOver = true;
      if (hasAll()) readToEnd(body);
      else await body.leave().catch(() => {});
    },
  };
}

function createEventReader({ label, isLast = () => false, lines = false }: ReadEventsOptions) {
  const decoder = new TextDecoder();
  let arrived: ServerEvent[] = [];
  let hasAll = false;
  let size = 0;
  let excess: ConverserError | undefined;
  /** A reply that is not a stream comes in pieces. `undefined` until something has come. */
  let whole: string[] | false | undefined;
  function arrive(event: ServerEvent): void {
    if (hasAll || isSignOfLife(event)) return;
    hasAll = isLast(event);
    arrived.push(event);
  }
  const parser = createParser({
    maxBufferSize: replyLimits.event,
    onEvent: ({ event: name = '', data }) => arrive({ name, data }),
    onError({ type, field, value = '' }) {
      if (type === 'unknown-field' && field === 'error' && !hasAll)
        arrived.push({ name: 'error', data: value });
      if (type === 'max-buffer-size-exceeded') excess = tooLarge(label, 'one event has', replyLimits.event);
    },
  });
  const part = createParting();
  const lineParser = createLineParser({
    onLine: data => arrive({ name: '', data }),
    onExcess() {
      excess = tooLarge(label, 'one line has', replyLimits.event);
    },
  });
  function takeWhole(text: string, pieces: string[], isLastPiece: boolean): void {
    pieces.push(text);
    if (size > replyLimits.answer) excess = tooLarge(label, 'its reply has', replyLimits.answer);
    const data = isLastPiece ? pieces.join('').trim() : '';
    if (/[}\]]$/.test(data)) arrived.push({ name: '', data, isWhole: true });
    else if (isLastPiece && !/^[{[]/.test(data)) throw new ReportedError({ message: data });
  }
  function feed(text: string, isLastPiece: boolean): void {
    whole ??= beginning(text, lines);
    if (whole) takeWhole(text, whole, isLastPiece);
    else if (lines) lineParser.feed(text, isLastPiece);
    else parser.feed(part(text, isLastPiece));
  }
  function read(piece: Uint8Array | undefined, written: ServerEvent[]): void {
    const isLast = piece === undefined;
    size += piece?.length ?? 0;
    arrived = written;
    feed(isLast ? decoder.decode() + (lines ? '' : '\n\n') : decoder.decode(piece, { stream: true }), isLast);
    if (size > replyLimits.stream) excess = tooLarge(label, 'its reply has', replyLimits.stream);
    if (excess !== undefined) throw excess;
  }
  return {
    hasAll: () => hasAll,
    read(pieces: readonly Uint8Array[], written: ServerEvent[]): void {
      for (const piece of pieces) if (!hasAll) read(piece, written);
    },
    end(): readonly ServerEvent[] {
      const written: ServerEvent[] = [];
      read(undefined, written);
      return written;
    },
  };
}

/** Servers keep their connections open by such events: with these names, with nothing, or with a word or a time. */
function isSignOfLife({ name, data }: ServerEvent): boolean {
  return (name !== '' && isSign(name)) || (name !== 'error' && isSign(data));
}

function isSign(text: string): boolean {
  return text.length < 20 && /^\s*(?:"?(?:ping|pong|heartbeat|keep-?alive)"?|null|\d*)\s*$/i.test(text);
}

/**
 * Some servers part events by one line break. In JSON no `{` can follow a `}` so: there, a blank line is put in.
 * What may still turn out to be such a place waits for the next piece.
 */
function createParting() {
  let held = '';
  return (piece: string, isLastPiece: boolean): string => {
    // Most pieces are one event with its blank line.
    if (held === '' && piece.endsWith('}\n\n') && piece.indexOf('}\n') === piece.length - 3) return piece;
    const text = held + piece;
    const at = text.lastIndexOf('}');
    const mayWait = !isLastPiece && at >= 0 && text.length - at < 200;
    const end = mayWait && undecided.test(text.slice(at)) ? at : text.length;
    held = text.slice(end);
    return text.slice(0, end).replace(unparted, '}$1$1');
  };
}

const unparted = /\}(\r\n?|\n)(?=(?:(?:event|id):[^\r\n]*(?:\r\n?|\n)){0,3}data: *[[{])/g;
const undecided = /^\}(?:(?:\r\n?|\n)(?:event|id):[^\r\n]*)*(?:(?:\r\n?|\n)(?:[a-z]{1,5}(?:: *)?)?)?$/;

/** No event begins like this. `undefined` means that nothing can be told yet. */
function beginning(text: string, lines: boolean): string[] | false | undefined {
  const start = text.trimStart();
  if (start === '') return undefined;
  return (lines ? /^(?:[[<]|[A-Za-z]+ )/ : /^(?:[{[<]|[A-Za-z]+ )/).test(start) && [];
}

function tooLarge(label: string, what: string, limit: number): ConverserError {
  return errors.replyTooLarge(label, `${what} more than ${bytesText(limit)}.`);
}

/** In milliseconds. A server may keep a stream open for so long after its last event. */
const patience = 250;

function readToEnd(body: ByteFlow): void {
  const leave = () => void body.leave().catch(() => {});
  const timer = setTimeout(leave, patience);
  const over = () => clearTimeout(timer);
  const pull = () => body.pull({ take: (_pieces, isLast) => (isLast ? over() : pull()), fail: over });
  pull();
}

interface LineParserOptions {
  readonly onLine: (line: string) => void;
  readonly onExcess: () => void;
}

function createLineParser({ onLine, onExcess }: LineParserOptions) {
  let begun: string[] = [];
  let size = 0;

  function take(line: string): void {
    if (line.trim() !== '') onLine(line);
  }
  return {
    feed(text: string, isLastPiece: boolean): void {
      const lines = text.split('\n');
      const rest = lines.pop() ?? '';
      for (const line of lines) {
        take(begun.length === 0 ? line : begun.join('') + line);
        begun = [];
        size = 0;
      }
      if (rest !== '') begun.push(rest);
      size += rest.length;
      if (size > replyLimits.event) onExcess();
      if (isLastPiece) takeLast(begun.join(''));
    },
  };

  /** A last line without its end counts if it is whole: otherwise the stream broke off. */
  function takeLast(line: string): void {
    if (line.trimEnd().endsWith('}') && parseJson(line) !== undefined) onLine(line);
  }
}
