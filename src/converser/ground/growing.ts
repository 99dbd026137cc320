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
  const origin = grownFrom.get(one);
  if (origin !== undefined && origin === grownFrom.get(other) && start === begin) return most;
  let count = 0;
  while (count < most && one[start + count] === other[begin + count]) count++;
  return count;
}
