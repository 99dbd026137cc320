import { readInvokeCommand, type WrittenCall } from './invoke-command.ts';

/** What a message asks for, piece by piece. */
export type Piece = TextPiece | CallPiece;

export interface TextPiece {
  readonly kind: 'text';
  /** Where it stands in the message. */
  readonly start: number;
  readonly end: number;
  readonly joint: Joint;
}

export interface CallPiece {
  readonly kind: 'call';
  readonly call: WrittenCall;
  readonly joint: Joint;
}

/** What stands before a piece: `then` asks to wait for the results of what came before. */
export type Joint = 'and' | 'line' | 'then';

/**
 * Cuts a message wherever a new request could begin: at ends of lines and sentences, at `;`, `,`, "and" and "then".
 * Whether one does begin there, the rules have to tell. Quoted text and code blocks stay whole.
 */
export function splitRequests(message: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let joint: Joint = 'line';
  let at = 0;
  let start = 0;
  const endText = (end: number) => {
    if (message.slice(start, end).trim() !== '') pieces.push({ kind: 'text', start, end, joint });
  };
  while (at < message.length) {
    const call = isStart(message, { at, start }) ? readInvokeCommand(message, at) : undefined;
    if (call !== undefined) {
      pieces.push({ kind: 'call', call: call.call, joint });
      at = call.end;
      start = at;
      joint = 'and';
      continue;
    }
    const cut = cutAt(message, at);
    if (cut === undefined) {
      at += quotedLength(message, at) || 1;
      continue;
    }
    endText(at);
    at = cut.end;
    joint = at > start && message.slice(start, at).trim() !== '' ? cut.joint : joint;
    start = at;
  }
  endText(message.length);
  return pieces;
}

function isStart(message: string, { at, start }: { readonly at: number; readonly start: number }): boolean {
  return message.charAt(at) === '/' && message.slice(start, at).trim() === '';
}

/** Repetitions are bounded, so that long runs of spaces and commas cost no more than their length. */
const cuts: readonly (readonly [RegExp, Joint])[] = [
  [/[\s,;.?!]{1,9}(?:and\s{1,9})?(?:then|after that|afterwards|next)(?:[,:]\s{0,9}|\s{1,9})/iy, 'then'],
  [/[^\S\n]{0,9}\n(?!\s{0,9}`{3})\s*(?:(?:and|also|plus)\s{1,9})?/iy, 'line'],
  [/\s{0,9};\s{0,9}(?:(?:and|also|plus)\s{1,9})?/iy, 'and'],
  [/(?:\s{0,9},)?\s{1,9}(?:and(?:\s{1,9}also)?|plus|&)\s{1,9}/iy, 'and'],
  [/\s{0,9},\s{1,9}/y, 'and'],
  [/[.?!]{1,9}\s{1,9}(?:(?:and|also|plus)\s{1,9})?/iy, 'and'],
];

function cutAt(message: string, at: number): { readonly end: number; readonly joint: Joint } | undefined {
  if (!/[\s,;.?!]/.test(message.charAt(at))) return undefined;
  for (const [pattern, joint] of cuts) {
    pattern.lastIndex = at;
    const match = pattern.exec(message);
    if (match !== null) return { end: at + match[0].length, joint };
  }
  return undefined;
}

const quotes = [
  /`{3,}[^\n]*\n[\s\S]*?\n\s*`{3,}/y,
  /`[^`\n]+`/y,
  /"[^"\n]+"/y,
  /“[^”\n]+”/y,
  /(?<![\w])'[^'\n]+'(?!\w)/y,
];

/** How long the quoted text is that begins here; 0 when none does. */
function quotedLength(message: string, at: number): number {
  if (!'`"“\''.includes(message.charAt(at))) return 0;
  for (const pattern of quotes) {
    pattern.lastIndex = at;
    const match = pattern.exec(message);
    if (match !== null) return match[0].length;
  }
  return 0;
}
