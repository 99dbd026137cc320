/** Where something was found: how often, by the place of the turn, in ascending order. */
export type Matches = readonly (readonly [turn: number, count: number])[];

/** One of the matches: the how many-th of its turn, from 0. */
export interface Match {
  readonly turn: number;
  readonly nth: number;
}

export function totalOf(matches: Matches): number {
  return matches.reduce((sum, [, count]) => sum + count, 0);
}

/** The match with a number, from 0. */
export function matchAt(matches: Matches, number: number): Match | undefined {
  let before = 0;
  for (const [turn, count] of matches) {
    if (number < before + count) return { turn, nth: number - before };
    before += count;
  }
  return undefined;
}

/** The number of the first match in a turn or after it, or else of the first of all. */
export function numberFrom(matches: Matches, turn: number): number {
  const before = totalOf(matches.filter(([at]) => at < turn));
  return before < totalOf(matches) ? before : 0;
}
