/** Where something was found: how often, by the place of the turn, in ascending order. */
export type Matches = readonly (readonly [turn: number, count: number])[];

export interface Match {
  readonly turn: number;
  readonly nth: number;
}

export function totalOf(matches: Matches): number {
  return matches.reduce((sum, [, count]) => sum + count, 0);
}

export function matchAt(matches: Matches, number: number): Match | undefined {
  let before = 0;
  for (const [turn, count] of matches) {
    if (number < before + count) return { turn, nth: number - before };
    before += count;
  }
  return undefined;
}

export function numberFrom(matches: Matches, turn: number): number {
  const before = totalOf(matches.filter(([at]) => at < turn));
  return before < totalOf(matches) ? before : 0;
}
