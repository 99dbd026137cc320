export interface Estimate {
  readonly above: number;
  readonly said: number;
}

export interface Calibration extends Estimate {
  readonly last?: Estimate & { readonly reported: number };
  readonly weight: number;
}

const widest = { least: 0.3, most: 3 };
const leastAdded = 100;
const firstWeight = 1_000;
/** A factor follows what is added now, not what was said long ago. */
const mostWeight = 20_000;

/** `above` mostly stays between requests: their difference shows how far `said` is off. */
export function calibrate(
  before: Calibration | undefined,
  { above, said }: Estimate,
  reported: number,
): Calibration | undefined {
  const whole = reported / Math.max(1, above + said);
  if (!isLikely(whole)) return before;
  const last = { above, said, reported };
  const learnt = before === undefined ? { said: whole, weight: firstWeight } : learn(before, last);
  const rest = above < 1 ? whole : (reported - said * learnt.said) / above;
  const isExact = above >= 1 || learnt.said === whole;
  return isExact && isLikely(rest)
    ? { ...learnt, above: rest, last }
    : { above: whole, said: whole, weight: firstWeight, last };
}

function learn(
  { said, weight, last }: Calibration,
  now: NonNullable<Calibration['last']>,
): Pick<Calibration, 'said' | 'weight'> {
  if (last === undefined) return { said, weight };
  const added = now.said - last.said;
  const factor = (now.reported - last.reported) / added;
  if (Math.abs(now.above - last.above) >= 1 || added < leastAdded || !isLikely(factor))
    return { said, weight };
  const all = Math.min(mostWeight, weight + added);
  const share = Math.min(1, added / all);
  return { said: said * (1 - share) + factor * share, weight: all };
}

export function passedOn({ above, said }: Calibration): Calibration {
  return { above, said, weight: firstWeight };
}

function isLikely(factor: number): boolean {
  return factor >= widest.least && factor <= widest.most;
}
