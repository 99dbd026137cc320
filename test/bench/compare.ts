export interface Finding {
  /** Median over all pairs of samples. */
  readonly figure: number;
  /** The medians of each side. */
  readonly details: { readonly one: number; readonly other: number };
}

export interface Rounds {
  readonly warmUps: number;
  readonly samples: number;
  /** How often all of it is done in fresh processes. Default 1. */
  readonly starts?: number;
  /** What a pair of samples comes to. Default: the first divided by the second. */
  readonly relate?: (one: number, other: number) => number;
}

/**
 * Lets two perform in turns and relates each sample of the first to the sample of the other beside it, so that other
 * work on the machine troubles both alike.
 */
export async function compare(
  one: () => Promise<number>,
  other: () => Promise<number>,
  { warmUps, samples, relate = (a, b) => a / b }: Rounds,
): Promise<Finding> {
  const pairs: (readonly [number, number])[] = [];
  for (let round = 0; round < warmUps + samples; round++) {
    // Who goes first changes, so that being first is nobody's advantage.
    const isFirst = round % 2 === 0;
    const first = await (isFirst ? one : other)();
    const second = await (isFirst ? other : one)();
    if (round >= warmUps) pairs.push(isFirst ? [first, second] : [second, first]);
  }
  return {
    figure: median(pairs.map(([a, b]) => relate(a, b))),
    details: { one: median(pairs.map(([a]) => a)), other: median(pairs.map(([, b]) => b)) },
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
