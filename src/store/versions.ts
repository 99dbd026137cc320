import type { Canister } from '../converser/words/canister/canister.ts';
import { beginsTurn } from '../converser/words/canister/canister.ts';
import { fromJson } from '../converser/words/canister/canister-json.ts';
import { asImported, type Imported } from './imported.ts';
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
  readonly canisters: readonly Canister[];
  readonly parent: Place | undefined;
  /** Where the conversation ended before. */
  readonly before: Place | undefined;
  /** The number of the last record after which the conversation ended in it. */
  visited: number;
  isRolledBack: boolean;
  /** Where the conversation was last, of all places to which it leads. */
  end: string;
}

/** A canister of a part. Ids of calls may come again in later turns. */
interface Place {
  readonly part: Part;
  readonly at: number;
}

/** What joins after another canister than the last one: `null` is the beginning. */
interface Branched {
  readonly from: string | null;
  readonly joined: readonly Canister[];
}

type Children = Map<Canister | undefined, readonly Part[]>;

/** Invariant: nothing that has joined is ever lost, whatever the conversation goes on from. */
export function grow(records: readonly string[]): Grown {
  const places = new Map<string, Place>();
  const children: Children = new Map();
  const parts: Part[] = [];
  /** Also what was rolled back, because a file may say that the conversation goes on there. */
  const all: Canister[] = [];
  const imports = new Map<Canister, Imported>();
  let end: Place | undefined;

  function join(canisters: readonly Canister[], parent: Place | undefined): void {
    if (canisters.length === 0) return;
    const last = canisters.at(-1)?.id ?? '';
    const part: Part = { canisters, parent, before: end, visited: 0, isRolledBack: false, end: last };
    parts.push(part);
    for (const [at, canister] of canisters.entries()) {
      places.set(canister.id, { part, at });
      all.push(canister);
    }
    children.set(canisterAt(parent), [...(children.get(canisterAt(parent)) ?? []), part]);
    end = { part, at: canisters.length - 1 };
  }

  function rollBack(first: string): void {
    const { part, at = 0 } = places.get(first) ?? {};
    if (part === undefined || !partsTo(end).includes(part)) return;
    // What joined with it may be the end of an earlier turn.
    if (at > 0) {
      end = { part, at: at - 1 };
      return;
    }
    const { parent, before } = part;
    const others = (children.get(canisterAt(parent)) ?? []).filter(each => each !== part);
    children.set(canisterAt(parent), others);
    part.isRolledBack = true;
    end = before;
  }

  for (const [number, record] of records.entries()) {
    const rolledBack = saidIn<string>(record, 'rolledBack');
    const wanted = saidIn<string>(record, 'goTo');
    const imported = saidIn<Imported>(record, 'imported');
    if (rolledBack !== undefined) rollBack(rolledBack);
    else if (imported !== undefined) {
      for (const canister of all) imports.set(canister, imported);
    } else if (wanted !== undefined) {
      end = places.get(wanted) ?? end;
    } else {
      const { from, joined } = branchedIn(record) ?? { from: undefined, joined: partIn(record) };
      join(joined, from === null ? undefined : (places.get(from ?? '') ?? end));
    }
    if (end !== undefined) Object.assign(end.part, { visited: number, isRolledBack: false });
  }
  findEnds(parts);
  const canisters = pathTo(end);
  return { canisters: asImported(canisters, imports), versions: versionsOn(canisters, children) };
}

/** A list is what joined after the last canister. */
export function partIn(record: string): readonly Canister[] {
  return record.startsWith('[') ? fromJson(record) : (branchedIn(record)?.joined ?? []);
}

function branchedIn(record: string): Branched | undefined {
  return record.startsWith('{"from":') ? fromJson(record) : undefined;
}

function canisterAt(place: Place | undefined): Canister | undefined {
  return place?.part.canisters[place.at];
}

function partsTo(end: Place | undefined): readonly Part[] {
  const parts: Part[] = [];
  for (let at = end; at !== undefined; at = at.part.parent) parts.push(at.part);
  return parts.reverse();
}

/** What joined later comes first, so that each part's own end is known before it is compared with others'. */
function findEnds(parts: readonly Part[]): void {
  const ends = new Map<Part, number>();
  for (const part of parts.toReversed()) {
    const parent = part.parent?.part;
    if (parent === undefined || part.isRolledBack) continue;
    const visited = Math.max(part.visited, ends.get(part) ?? 0);
    if (visited < (ends.get(parent) ?? 0)) continue;
    ends.set(parent, visited);
    parent.end = part.end;
  }
}

function pathTo(end: Place | undefined): readonly Canister[] {
  const pieces: (readonly Canister[])[] = [];
  for (let place = end; place !== undefined; place = place.part.parent) {
    const { canisters } = place.part;
    const isWhole = place.at === canisters.length - 1;
    pieces.push(isWhole ? canisters : canisters.slice(0, place.at + 1));
  }
  return pieces.reverse().flat();
}

function versionsOn(canisters: readonly Canister[], children: Children): ReadonlyMap<string, Versions> {
  const found = new Map<string, Versions>();
  for (const [place, canister] of canisters.entries()) {
    const before = canisters[place - 1];
    if (!beginsTurn(canister, before)) continue;
    const all = (children.get(before) ?? []).filter(part => beginsTurn(part.canisters[0], before));
    const at = all.findIndex(part => part.canisters[0] === canister);
    if (all.length > 1 && at !== -1) found.set(canister.id, { at, ends: all.map(({ end }) => end) });
  }
  return found;
}
