import { sameInParts } from '../../converser/ground/growing.ts';
import { createObjectMemory } from '../../converser/ground/object-memory.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';

export type Speaker = 'supervisor' | 'user' | 'assistant' | 'tool';

export interface Group<Became> {
  readonly speaker: Speaker;
  readonly canisters: readonly Canister[];
  /** It is kept here and not in weak maps, which slow down garbage collection when they have thousands of entries. */
  became?: Became;
}

interface Grouped<Became> {
  readonly canisters: readonly Canister[];
  readonly groups: readonly Group<Became>[];
}

export function createGrouping<Became>() {
  const known = createObjectMemory<Canister, Grouped<Became>>();
  return (canisters: readonly Canister[]): readonly Group<Became>[] => {
    const [first] = canisters;
    if (first === undefined) return [];
    const kept = groupsWithin(known.get(first), canisters);
    const count = kept.reduce((sum, group) => sum + group.canisters.length, 0);
    const groups = grouping(kept, canisters.slice(count));
    known.set(first, { canisters, groups });
    return groups;
  };
}

function groupsWithin<Became>(
  known: Grouped<Became> | undefined,
  canisters: readonly Canister[],
): readonly Group<Became>[] {
  if (known === undefined) return [];
  const same = sameInParts({ of: known.canisters, from: 0 }, { of: canisters, from: 0 });
  let end = 0;
  const broken = known.groups.findIndex(group => {
    end += group.canisters.length;
    const next = canisters[end];
    return end > same || (next !== undefined && speakerOf(next) === group.speaker);
  });
  return broken < 0 ? known.groups : known.groups.slice(0, broken);
}

function grouping<Became>(
  before: readonly Group<Became>[],
  canisters: readonly Canister[],
): readonly Group<Became>[] {
  const groups: { readonly speaker: Speaker; readonly canisters: Canister[] }[] = [];
  for (const canister of canisters) {
    const speaker = speakerOf(canister);
    const last = groups.at(-1);
    if (last?.speaker === speaker) last.canisters.push(canister);
    else groups.push({ speaker, canisters: [canister] });
  }
  return [...before, ...groups];
}

export function speakerOf({ role }: Canister): Speaker {
  switch (role) {
    case 'supervisor':
      return 'supervisor';
    case 'user':
    case 'document':
    case 'compaction':
      return 'user';
    case 'assistant':
    case 'invocation':
      return 'assistant';
    case 'result':
      return 'tool';
  }
}
