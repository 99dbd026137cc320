import type { ErrorObject } from 'ajv';

/**
 * What a check may still cost. One unit is about ten nanoseconds.
 *
 * A schema and what is held against it may both come from someone who wants the check to take forever, and a check can't
 * be interrupted: it is one synchronous piece of work. So the code that the checker generates counts what it does.
 */
export interface CheckBudget {
  left: number;
  /** The errors that a referred part of the schema had for a part of the value, if it was looked at before. */
  recall(place: string, value: unknown): readonly ErrorObject[] | undefined;
  /** Returns those errors that count. */
  remember(place: string, value: unknown, errors: readonly ErrorObject[] | null): readonly ErrorObject[];
  /** Begins a check. Nothing can be remembered where a part means something else depending on what led to it. */
  start(options: { readonly remembers: boolean }): void;
}

/** Less than half a second. Ordinary arguments take some hundred units, a list of a million numbers two million. */
export const wholeBudget = 30_000_000;

/** Errors of one referred part that are kept. No complaint names more. */
const mostReferred = 10;

export function createCheckBudget(): CheckBudget {
  let known: Map<string, Map<unknown, readonly ErrorObject[]>> | undefined;
  let remembering = false;
  return {
    left: wholeBudget,
    start({ remembers }) {
      this.left = wholeBudget;
      remembering = remembers;
      known = undefined;
    },
    recall: (place, value) => known?.get(place)?.get(value),
    remember(place, value, errors) {
      const kept = errors?.slice(0, mostReferred) ?? [];
      if (!remembering || typeof value !== 'object') return kept;
      known ??= new Map();
      const values = known.get(place) ?? new Map();
      known.set(place, values.set(value, kept));
      return kept;
    },
  };
}

export class CheckTooLong extends Error {
  /** What was found before. Some of it may be about an alternative that need not fit. */
  readonly found: readonly ErrorObject[];
  constructor(found: readonly ErrorObject[]) {
    super('checking takes too long');
    this.found = found;
  }
}
