import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { isPhase, type Phase } from './phase.ts';

/** What has come of an item so far, in deltas and in snapshots. */
export interface KnownItem {
  readonly type: ItemType;
  readonly id: string;
  readonly at: unknown;
  readonly callId: string;
  readonly phase: Phase | undefined;
  readonly afterCalls: number;
  name: string;
  /** What was said of each part of a message, or the fragments of the arguments of a call. */
  readonly pieces: Map<unknown, string[]>;
  /** The arguments as they came before the end of the item. */
  snapshot: string;
  hasThought: boolean;
  isDone: boolean;
}

export type ItemType = 'message' | 'function_call' | 'reasoning';

export function isItemType(type: unknown): type is ItemType {
  return type === 'message' || type === 'function_call' || type === 'reasoning';
}

export interface Place {
  readonly type: ItemType;
  readonly id: unknown;
  readonly at: unknown;
  /** It comes at the beginning and at the end of an item, and in the whole response. */
  readonly item?: JsonObject;
}

/**
 * Some servers give each event of an item another id, some give all items one index, and some number the items
 * of the whole response anew. So an item is known by its id, by the id of its call, by its words, or by its index.
 */
export function createKnownItems() {
  const all: KnownItem[] = [];
  const byName = new Map<string, KnownItem>();
  const inResponse = new Set<KnownItem>();
  let last: KnownItem | undefined;

  function find({ type, id, at, item = {} }: Place, mayBe: (known: KnownItem) => boolean) {
    const callId = wordsOf(item.call_id);
    const found = all.filter(known => known.type === type && mayBe(known));
    const others = found.filter(known => known.callId === '' || callId === '' || known.callId === callId);
    return (
      found.find(known => known.id !== '' && known.id === id) ??
      found.find(known => callId !== '' && known.callId === callId) ??
      others.find(known => saysTheSame(known, item)) ??
      others.findLast(known => known.at === at)
    );
  }

  return {
    all: (): readonly KnownItem[] => all,
    /** Most deltas are of the same item as the one before. */
    ofDelta({ type, id, at }: Place): KnownItem | undefined {
      const isNext = (id === undefined || id === last?.id) && (at === undefined || at === last?.at);
      if (isNext && last?.type === type) return last;
      last = byName.get(`${type} ${id}`) ?? byName.get(`${type} at ${at}`);
      return last;
    },
    isBegun: ({ type, id }: Place) => byName.has(`${type} ${id}`),
    ended: (place: Place) => find(place, known => !known.isDone || isSame(known, place)),
    inResponse(place: Place, begin: (place: Place) => KnownItem): KnownItem {
      const known = find(place, each => !inResponse.has(each)) ?? begin(place);
      inResponse.add(known);
      return known;
    },
    add({ type, id, at, item = {} }: Place, afterCalls: number): KnownItem {
      const { phase, call_id: callId, name } = item;
      last = {
        ...{ type, id: wordsOf(id), at, callId: wordsOf(callId), name: wordsOf(name), afterCalls },
        ...{ phase: isPhase(phase) ? phase : undefined, pieces: new Map(), snapshot: argumentsIn(item) },
        ...{ hasThought: false, isDone: false },
      };
      all.push(last);
      if (last.id !== '') byName.set(`${type} ${id}`, last);
      byName.set(`${type} at ${at}`, last);
      return last;
    },
  };
}

function isSame({ id, callId }: KnownItem, { id: other, item }: Place): boolean {
  return (id !== '' && id === other) || (callId !== '' && callId === item?.call_id);
}

export function piecesOf({ pieces }: KnownItem): string {
  return [...pieces.values()].flat().join('');
}

export function partsIn(parts: JsonValue | undefined): readonly JsonObject[] {
  if (typeof parts === 'string') return [{ text: parts }];
  return Array.isArray(parts) ? parts.filter(isJsonObject) : [];
}

/** Some servers send thoughts as parts, too. */
export function isThought(part: JsonValue | undefined): boolean {
  return isJsonObject(part) && (part.type === 'reasoning_text' || part.type === 'summary_text');
}

export function spokenIn(parts: JsonValue | undefined): string {
  return partsIn(parts)
    .map(part => (isThought(part) ? '' : textOf(part)))
    .join('');
}

export function textOf({ text, refusal }: JsonObject): string {
  return wordsOf(text) || wordsOf(refusal);
}

/** Some servers send arguments as the object that they are. */
export function argumentsIn({ arguments: args }: JsonObject): string {
  return isJsonObject(args) ? JSON.stringify(args) : wordsOf(args);
}

export function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function saysTheSame(known: KnownItem, item: JsonObject): boolean {
  const whole = known.type === 'message' ? spokenIn(item.content) : argumentsIn(item);
  if (whole === '' || (known.type !== 'message' && known.name !== item.name)) return false;
  return whole === known.snapshot || whole === piecesOf(known);
}
