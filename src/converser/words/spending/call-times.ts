/** How often something was so, by a short key. */
export type Counts = Readonly<Record<string, number>>;

export function addCounts(one: Counts, other: Counts): Counts {
  const sums: Record<string, number> = { ...one };
  for (const [key, count] of Object.entries(other)) sums[key] = (sums[key] ?? 0) + count;
  return sums;
}

const perDoubling = 4;
/** It begins at more than five hours. */
const lastBucket = 100;

/** Four buckets double the time, so what `timeAt` returns is right within 10 %. */
export function timesOf(milliseconds: number): Counts {
  const bucket = milliseconds < 1 ? 0 : 1 + Math.floor(Math.log2(milliseconds) * perDoubling);
  return { [Math.min(bucket, lastBucket)]: 1 };
}

/** In milliseconds, for a share from 0 to 1. */
export function timeAt(share: number, times: Counts): number | undefined {
  const buckets = Object.entries(times).map(([bucket, count]) => [Number(bucket), count] as const);
  let left = buckets.reduce((sum, [, count]) => sum + count, 0) * share;
  for (const [bucket, count] of buckets.sort(([one], [other]) => one - other)) {
    left -= count;
    if (left <= 0) return bucket === 0 ? 0.5 : 2 ** ((bucket - 0.5) / perDoubling);
  }
  return undefined;
}
