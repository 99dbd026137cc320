import { type Part, sameInParts } from '../../converser/ground/growing.ts';
import { createObjectMemory } from '../../converser/ground/object-memory.ts';

/** The pieces are sent one after the other. They must not be changed. */
export interface RequestJson {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly length: number;
}

export interface Kept extends KeptRange {
  readonly list: string;
}

interface KeptRange {
  readonly from?: number;
  readonly to?: number | undefined;
}

/** Contract: elements of the list and tools never change, so that old ones aren't serialized again. */
export function requestJson(body: object, { list, from = 0, to }: Kept): RequestJson {
  const { [list]: elements, tools, ...others } = body as Readonly<Record<string, unknown>>;
  if (!isList(elements)) return joined([encoder.encode(JSON.stringify(body))]);
  const kept = partOf(elements, { from, to });
  const [before, after] = [elements.slice(0, kept.from), elements.slice(kept.to)];
  const hasKept = kept.from < kept.to;
  const head = `{${JSON.stringify(list)}:[${listJson(before)}${before.length > 0 && hasKept ? ',' : ''}`;
  const tail = `${after.length > 0 && (before.length > 0 || hasKept) ? ',' : ''}${listJson(after)}]`;
  const rest = JSON.stringify(isList(tools) ? others : { tools, ...others }).slice(1);
  const end = `${rest === '}' ? '' : ','}${rest}`;
  return joined([
    encoder.encode(head),
    ...keptBytes(kept),
    // Hundreds of tools are longer than most conversations.
    ...(isList(tools)
      ? [
          encoder.encode(`${tail},"tools":[`),
          ...keptBytes(partOf(tools, { from: 0 })),
          encoder.encode(`]${end}`),
        ]
      : [encoder.encode(`${tail}${end}`)]),
  ]);
}

const encoder = new TextEncoder();

type List = readonly [object, ...object[]];

function isList(value: unknown): value is List {
  return Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null;
}

interface KeptPart extends Part<object> {
  readonly to: number;
}

function partOf(of: readonly object[], { from = 0, to = of.length }: KeptRange): KeptPart {
  const start = Math.min(Math.max(0, from), of.length);
  return { of, from: start, to: Math.min(Math.max(start, to), of.length) };
}

function listJson(elements: readonly object[]): string {
  return JSON.stringify(elements).slice(1, -1);
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): RequestJson {
  return { pieces, length: pieces.reduce((sum, { length }) => sum + length, 0) };
}

/** Invariant: bytes that were handed out never change; new ones are written after them, or elsewhere. */
interface Written {
  readonly elements: KeptPart;
  readonly ends: number[];
  /** How an earlier list began: its bytes come first, and are not copied. */
  readonly shared: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The key is the first element of a list: the next list continues where this one ends, or where the two differ. */
const written = createObjectMemory<object, Written>();

function keptBytes(elements: KeptPart): readonly Uint8Array<ArrayBuffer>[] {
  const first = elements.of[elements.from];
  if (first === undefined || sizeOf(elements) === 0) return [];
  const known = written.get(first) ?? nothingOf(elements);
  // Where an element can't be written, nothing of the list counts as known.
  written.set(first, nothingOf(elements));
  const next = write(elements, goOn(elements, known));
  written.set(first, next);
  const { shared, bytes, ends } = next;
  return [shared, bytes.subarray(0, (ends.at(-1) ?? 0) - shared.length)].filter(({ length }) => length > 0);
}

const none = new Uint8Array(0);

function nothingOf({ of, from }: KeptPart): Written {
  return { elements: { of, from, to: from }, ends: [], shared: none, bytes: none };
}

function sizeOf({ from, to }: KeptPart): number {
  return to - from;
}

function goOn(elements: KeptPart, known: Written): Written {
  const { ends, shared, bytes } = known;
  const change = sameInParts(known.elements, elements);
  if (change === ends.length) return known;
  ends.length = change;
  const end = ends.at(-1) ?? 0;
  const begun = shared.length === 0 ? bytes : shared;
  const same = { elements: { ...elements, to: elements.from + change }, ends };
  return end <= begun.length
    ? { ...same, shared: begun.subarray(0, end), bytes: none }
    : { ...same, shared, bytes: bytes.slice(0, end - shared.length) };
}

/** In bytes. */
const leastRoom = 4096;

function write(elements: KeptPart, { ends, shared, bytes: there }: Written): Written {
  let bytes = there;
  let end = (ends.at(-1) ?? 0) - shared.length;
  for (const element of elements.of.slice(elements.from + ends.length, elements.to)) {
    const json = `${ends.length === 0 ? '' : ','}${JSON.stringify(element)}`;
    // No UTF-16 unit takes more than three bytes.
    if (bytes.length - end < json.length * 3) bytes = grown(bytes, end + json.length * 3);
    end += encoder.encodeInto(json, bytes.subarray(end)).written;
    ends.push(shared.length + end);
  }
  return { elements, ends, shared, bytes };
}

function grown(bytes: Uint8Array, least = 0): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, Math.ceil(bytes.length * 1.5), leastRoom));
  larger.set(bytes);
  return larger;
}
