import type { Canister } from '../converser/words/canister/canister.ts';
import { beginsTurn } from '../converser/words/canister/canister.ts';
import { fromJson } from '../converser/words/canister/canister-json.ts';
import { saidIn } from './records.ts';

/** A turn and those that were sent instead of it: where each of them has led, by the id of its last canister, the oldest first. */
export interface Versions {
  readonly at: number;
  readonly ends: readonly string[];
}

export interface Grown {
  /** From the beginning to where the conversation goes on. */
  readonly canisters: readonly Canister[];
  /** By the id of the turn's first canister. Absent: there is only one. */
  readonly versions: ReadonlyMap<string, Versions>;
}

/** What joined at once. */
interface Part {
  /** Where the conversation went on last. */
  next: Part | undefined;
  readonly canisters: readonly [Canister, ...Canister[]];
  readonly parent: string | undefined;
  /** Where the conversation ended before. */
  readonly before: string | undefined;
}

/** What joins after another canister than the last one: `null` is the beginning. */
export interface Branched {
  readonly from: string | null;
  readonly joined: readonly Canister[];
}

/** Invariant: nothing that has joined is ever lost, whatever the conversation goes on from. */
export function grow(records: readonly string[]): Grown {
  const partOf = new Map<string, Part>();
  const children = new Map<string | undefined, Part[]>();
  let end: string | undefined;

  function join(joined: readonly Canister[], parent: string | undefined): void {
    // What couldn't be settled is written again.
    const [first, ...rest] = joined.filter(({ id }) => !partOf.has(id));
    if (first === undefined) return;
    const part: Part = { canisters: [first, ...rest], parent, before: end, next: undefined };
    for (const { id } of part.canisters) partOf.set(id, part);
    children.set(parent, [...(children.get(parent) ?? []), part]);
    const isNext = parent === end;
    goTo(part.canisters.at(-1)?.id, isNext ? 1 : Number.POSITIVE_INFINITY);
  }

  function goTo(id: string | undefined, steps = Number.POSITIVE_INFINITY): void {
    end = id;
    let part = partOf.get(id ?? '');
    for (let step = 0; step < steps && part !== undefined; step++) {
      const before = partOf.get(part.parent ?? '');
      if (before !== undefined) before.next = part;
      part = before;
    }
  }

  function rollBack(first: string): void {
    const part = partOf.get(first);
    if (part === undefined || !pathTo(end, partOf).some(({ id }) => id === first)) return;
    const siblings = children.get(part.parent) ?? [];
    const others = siblings.filter(each => each !== part);
    children.set(part.parent, others);
    const parent = partOf.get(part.parent ?? '');
    if (parent !== undefined) parent.next = others.at(-1);
    goTo(part.before);
  }

  for (const record of records) {
    const rolledBack = saidIn<string>(record, 'rolledBack');
    const wanted = saidIn<string>(record, 'goTo');
    if (rolledBack !== undefined) rollBack(rolledBack);
    else if (wanted !== undefined) goTo(partOf.has(wanted) ? wanted : end);
    else {
      const branched = branchedIn(record);
      const from = branched?.from ?? undefined;
      const isKnown = from === undefined || partOf.has(from);
      join(branched?.joined ?? partIn(record), branched === undefined || !isKnown ? end : from);
    }
  }
  const canisters = pathTo(end, partOf);
  return { canisters, versions: versionsOn(canisters, children) };
}

/** A list is what joined after the last canister. */
export function partIn(record: string): readonly Canister[] {
  return record.startsWith('[') ? fromJson(record) : (branchedIn(record)?.joined ?? []);
}

function branchedIn(record: string): Branched | undefined {
  return record.startsWith('{"from":') ? fromJson(record) : undefined;
}

function pathTo(end: string | undefined, partOf: ReadonlyMap<string, Part>): readonly Canister[] {
  const parts: (readonly Canister[])[] = [];
  for (let at = end; at !== undefined; ) {
    const part = partOf.get(at);
    if (part === undefined) break;
    const { canisters, parent } = part;
    const place = canisters.findIndex(({ id }) => id === at);
    parts.push(place === canisters.length - 1 ? canisters : canisters.slice(0, place + 1));
    at = parent;
  }
  return parts.reverse().flat();
}

type Children = ReadonlyMap<string | undefined, readonly Part[]>;

function versionsOn(canisters: readonly Canister[], children: Children): ReadonlyMap<string, Versions> {
  const found = new Map<string, Versions>();
  for (const [place, canister] of canisters.entries()) {
    const before = canisters[place - 1];
    if (!beginsTurn(canister, before)) continue;
    const all = (children.get(before?.id) ?? []).filter(part => beginsTurn(part.canisters[0], before));
    const at = all.findIndex(part => part.canisters[0].id === canister.id);
    if (all.length > 1 && at !== -1) found.set(canister.id, { at, ends: all.map(endOf) });
  }
  return found;
}

function endOf(part: Part): string {
  let at = part;
  while (at.next !== undefined) at = at.next;
  return at.canisters.at(-1)?.id ?? '';
}
