import type { JsonValue } from '../../../converser/json/json.ts';
import { type SlotKind, slotKinds } from './slots.ts';

/** What the slots of a phrase were filled with. */
export type Slots = Readonly<Record<string, JsonValue>>;

/** Reads a request as one phrase; `undefined` when it is not that phrase. */
export type Phrase = (request: string) => Slots | undefined;

/**
 * A phrase from its pattern, in which `(a|b)` stands for one of several wordings, `[a]` for one that may be left
 * out, and `{name:kind}` for a slot; `{path}` is short for `{path:path}`. Upper and lower case, extra space, and
 * punctuation after words do not matter.
 */
export function phrase(pattern: string): Phrase {
  const slots = new Map<string, SlotKind>();
  const { source, end } = sequence(pattern, { at: 0, slots });
  if (end !== pattern.length) throw new Error(`The phrase ${pattern} has a bracket too many at ${end}.`);
  const expression = new RegExp(`^${source}[\\s?!.…]{0,20}$`, 'iu');
  return request => {
    const match = expression.exec(request);
    return match === null ? undefined : fill(slots, match.groups ?? {});
  };
}

/** Bounded, so that a long run of spaces cannot be divided in too many ways. */
const space = '\\s{1,20}';

function fill(slots: ReadonlyMap<string, SlotKind>, groups: Readonly<Record<string, string | undefined>>) {
  const filled: Record<string, JsonValue> = {};
  for (const [name, kind] of slots) {
    const written = groups[name];
    if (written === undefined) continue;
    const value = kind.read(written);
    if (value === undefined) return undefined;
    filled[name] = value;
  }
  return filled;
}

interface Reading {
  readonly at: number;
  readonly slots: Map<string, SlotKind>;
}

interface Piece {
  readonly source: string;
  readonly end: number;
}

/** Pieces up to a closing bracket, a bar or the end, with space between them where both are there. */
function sequence(pattern: string, { at, slots }: Reading): Piece {
  let source = '';
  let hasBefore = false;
  let next = at;
  while (next < pattern.length && !'|)]'.includes(pattern.charAt(next))) {
    if (pattern.charAt(next) === ' ') {
      next++;
      continue;
    }
    const isOptional = pattern.charAt(next) === '[';
    const piece = one(pattern, { at: next, slots });
    const spaced = hasBefore
      ? `${space}${piece.source}`
      : isOptional
        ? `${piece.source}${space}`
        : piece.source;
    source += isOptional ? `(?:${spaced})?` : spaced;
    hasBefore ||= !isOptional;
    next = piece.end;
  }
  return { source, end: next };
}

function one(pattern: string, { at, slots }: Reading): Piece {
  switch (pattern.charAt(at)) {
    case '(':
    case '[':
      return alternatives(pattern, { at: at + 1, slots });
    case '{':
      return slot(pattern, { at, slots });
    default:
      return word(pattern, at);
  }
}

function alternatives(pattern: string, { at, slots }: Reading): Piece {
  const sources: string[] = [];
  let end = at - 1;
  do {
    const piece = sequence(pattern, { at: end + 1, slots });
    sources.push(piece.source);
    end = piece.end;
  } while (pattern.charAt(end) === '|');
  return { source: `(?:${sources.join('|')})`, end: end + 1 };
}

function slot(pattern: string, { at, slots }: Reading): Piece {
  const close = pattern.indexOf('}', at);
  const [name = '', kindName = name] = pattern.slice(at + 1, close).split(':');
  const kind = slotKinds[kindName];
  if (kind === undefined)
    throw new Error(`The phrase ${pattern} has a slot of an unknown kind: ${kindName}.`);
  slots.set(name, kind);
  const glued = /^:?/.exec(pattern.slice(close + 1))?.[0] ?? '';
  return {
    source: `(?<${name}>${kind.source})${glued === '' ? '' : '\\s*:'}`,
    end: close + 1 + glued.length,
  };
}

function word(pattern: string, at: number): Piece {
  const letters = /^[^\s()[\]{}|]+/.exec(pattern.slice(at))?.[0] ?? '';
  const escaped = letters.replace(/[.*+?^$\\/]/g, '\\$&').replaceAll("'", "['’]");
  return { source: `${escaped}[:,]?`, end: at + letters.length };
}
