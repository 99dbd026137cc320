import { createObjectMemory } from './object-memory.ts';

/** A list that only grows at its end, so that what was read of it is known by identity and length. */
export interface Growing<T> {
  add(more: readonly T[]): void;
  /** It stays as it is, and is the same list until more is added. */
  now(): readonly T[];
}

export function growing<T>(begun: readonly T[]): Growing<T> {
  const items = begun.slice();
  let now: readonly T[] | undefined;
  return {
    add(more) {
      items.push(...more);
      if (more.length > 0) now = undefined;
    },
    now() {
      now ??= stateOf(items);
      return now;
    },
  };
}

function stateOf<T>(items: readonly T[]): readonly T[] {
  const state = items.slice();
  grownFrom.set(state, items);
  return state;
}

const grownFrom = createObjectMemory<readonly unknown[], readonly unknown[]>();

/** A range of a list, because a copy of a long history would be garbage a moment later. */
export interface Part<T> {
  readonly of: readonly T[];
  readonly from: number;
  readonly to?: number;
}

/** How many of their first elements are the same. Two states of one growing list needn't be compared. */
export function sameInParts(before: Part<unknown>, items: Part<unknown>): number {
  const [one, other] = [before.of, items.of];
  const [start, begin] = [before.from, items.from];
  const most = Math.min((before.to ?? one.length) - start, (items.to ?? other.length) - begin);
  const origin = grownFrom.get(one) ?? one;
  if (origin === (grownFrom.get(other) ?? other) && start === begin) return most;
  let count = 0;
  while (count < most && one[start + count] === other[begin + count]) count++;
  return count;
}

/**
 * Finds the first element of a list that holds something, or where it ends. Each is asked once: a list that begins as
 * the last one did is read from where the two differ. Contract: create it once, with its module.
 */
export function firstFinder<T extends object>(holds: (element: T) => boolean) {
  const last = createObjectMemory<T, { readonly list: Part<T>; readonly first: number }>();
  return (of: readonly T[]): number => {
    if (of[0] === undefined) return 0;
    const list = { of, from: 0 };
    const known = last.get(of[0]);
    const read = known === undefined ? 0 : Math.min(known.first, sameInParts(known.list, list));
    const more = of.slice(read).findIndex(holds);
    const first = more < 0 ? of.length : read + more;
    last.set(of[0], { list, first });
    return first;
  };
}
