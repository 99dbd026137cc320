/** About how many tokens a request has: of what stands above the conversation (instructions, tools), and of what is said. */
export interface Estimate {
  readonly above: number;
  readonly said: number;
}

/** The factors by which the estimates for one model are wrong in one conversation. */
export interface Calibration extends Estimate {
  /** Absent: they are from another conversation, so nothing can be told from what has been added since. */
  readonly last?: Estimate & { readonly reported: number };
  /** From how many tokens the factor of what is said was learnt. */
  readonly weight: number;
}

/** No tokenizer is further away from an estimate than that: what else is reported is a mistake. */
const widest = { least: 0.3, most: 3 };
/** Tokens that must have been added to a conversation before anything is learnt from them. */
const leastAdded = 100;
/** What a first report weighs beside what is learnt after it, in tokens. */
const firstWeight = 1_000;
/** A factor follows what is added now, not what was said long ago. */
const mostWeight = 20_000;

/**
 * Takes in what a provider has reported for a request: the same request would be measured exactly so from now on.
 *
 * What is above mostly stays the same from one request to the next. What they differ by then tells how far the estimate of
 * what is said is wrong: descriptions of tools are mistaken in another way than prose and code.
 */
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

/** For another conversation, which may be about something else: what it reports counts as much as a first report. */
export function passedOn({ above, said }: Calibration): Calibration {
  return { above, said, weight: firstWeight };
}

function isLikely(factor: number): boolean {
  return factor >= widest.least && factor <= widest.most;
}
