/** A range of a list, because a copy of a long history would be garbage a moment later. */
export interface Part<T> {
  readonly of: readonly T[];
  readonly from: number;
  readonly to?: number;
}

export function sameIn(before: readonly unknown[], items: readonly unknown[]): number {
  return sameInParts({ of: before, from: 0 }, { of: items, from: 0 });
}

export function sameInParts(before: Part<unknown>, items: Part<unknown>): number {
  const [one, other] = [before.of, items.of];
  const [start, begin] = [before.from, items.from];
  const most = Math.min((before.to ?? one.length) - start, (items.to ?? other.length) - begin);
  let count = 0;
  while (count < most && one[start + count] === other[begin + count]) count++;
  return count;
}
