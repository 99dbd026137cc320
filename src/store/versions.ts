import { defined } from '../converser/ground/json/defined.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { beginsTurn, endOf, isCompaction } from '../converser/words/canister/canister.ts';
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
  /** Where the conversation had led before you went back. */
  readonly ahead?: Ahead;
  /** To this canister, of whichever version; nowhere from what isn't stored. */
  wayTo(canister: string): BetweenVersions;
}

/** The ids of the first canisters of the turns that are shown no longer, and of those that are shown anew. */
export interface BetweenVersions {
  readonly leaving: readonly string[];
  readonly entering: readonly string[];
}

export interface Ahead {
  readonly end: string;
  /** The ids of the first canisters of the turns that follow. */
  readonly turns: readonly string[];
}

/** What joined at once, of one turn: a fork begins with several. */
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

  function join(joined: readonly Canister[], parent: Place | undefined): void {
    if (joined.length === 0) return;
    const next = joined.findIndex((each, at) => at > 0 && beginsTurn(each, joined[at - 1]));
    joinPart(next === -1 ? joined : joined.slice(0, next), parent);
    if (next !== -1) join(joined.slice(next), end);
  }

  function joinPart(canisters: readonly Canister[], parent: Place | undefined): void {
    const last = canisters.at(-1)?.id ?? '';
    const part: Part = { canisters, parent, before: end, visited: 0, isRolledBack: false, end: last };
    parts.push(part);
    for (const [at, canister] of canisters.entries()) {
      places.set(canister.id, { part, at });
      all.push(canister);
    }
    children.set(saidAt(parent), [...(children.get(saidAt(parent)) ?? []), part]);
    end = { part, at: canisters.length - 1 };
  }

  function rollBack(first: string): void {
    const { part } = places.get(first) ?? {};
    if (part === undefined || !partsTo(end).includes(part)) return;
    const { parent, before } = part;
    const others = (children.get(saidAt(parent)) ?? []).filter(each => each !== part);
    children.set(saidAt(parent), others);
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
  const passed = turnsOn(canisters);
  const wayTo = (canister: string): BetweenVersions => {
    if (!places.has(canister)) return { leaving: [], entering: [] };
    const turns = turnsOn(pathTo(places.get(canister)));
    const without = (left: readonly string[]) => (turn: string) => !left.includes(turn);
    return { leaving: passed.filter(without(turns)), entering: turns.filter(without(passed)) };
  };
  const ahead =
    end === undefined || end.part.end === end.part.canisters.at(-1)?.id ? undefined : end.part.end;
  return defined({
    canisters: asImported(canisters, imports),
    versions: versionsOn(canisters, children),
    ahead: ahead === undefined ? undefined : { end: ahead, turns: wayTo(ahead).entering },
    wayTo,
  });
}

/** A list is what joined after the last canister. */
function partIn(record: string): readonly Canister[] {
  return record.startsWith('[') ? fromJson(record) : (branchedIn(record)?.joined ?? []);
}

function branchedIn(record: string): Branched | undefined {
  return record.startsWith('{"from":') ? fromJson(record) : undefined;
}

/** What requests leave out since then makes no other place of it. */
function saidAt(place: Place | undefined): Canister | undefined {
  for (let at = place; at !== undefined; at = at.part.parent) {
    const said = endOf(at.part.canisters.slice(0, at.at + 1));
    if (said !== undefined) return said;
  }
  return undefined;
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

function turnsOn(canisters: readonly Canister[]): readonly string[] {
  return canisters.flatMap((canister, at) => (beginsTurn(canister, canisters[at - 1]) ? [canister.id] : []));
}

function versionsOn(canisters: readonly Canister[], children: Children): ReadonlyMap<string, Versions> {
  const found = new Map<string, Versions>();
  let turn = '';
  let before: Canister | undefined;
  let said: Canister | undefined;
  for (const canister of canisters) {
    const parent = said;
    const isFirst = beginsTurn(canister, before);
    before = canister;
    if (isFirst) turn = canister.id;
    if (isCompaction(canister)) continue;
    said = canister;
    const all = (children.get(parent) ?? []).filter(
      ({ canisters: [first] }) =>
        first !== undefined && !isCompaction(first) && beginsTurn(first, parent) === isFirst,
    );
    const at = all.findIndex(part => part.canisters[0] === canister);
    if (all.length > 1 && at !== -1)
      found.set(turn, within(found.get(turn), { at, ends: all.map(({ end }) => end) }));
  }
  return found;
}

/** Another window may have gone on in the middle of a turn, so that one of its versions has led to several ends. */
function within({ at, ends }: Versions = { at: 0, ends: [''] }, inner: Versions): Versions {
  return { at: at + inner.at, ends: ends.toSpliced(at, 1, ...inner.ends) };
}
