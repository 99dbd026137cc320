import type { ErrorObject } from 'ajv';

/** In units of about ten nanoseconds. Nothing interrupts a check, and an attacker may want it to last. */
export interface CheckBudget {
  left: number;
  recall(place: string, value: unknown): readonly ErrorObject[] | undefined;
  remember(place: string, value: unknown, errors: readonly ErrorObject[] | null): readonly ErrorObject[];
  /** Nothing can be remembered where a part's meaning depends on what led to it. */
  start(options: { readonly remembers: boolean }): void;
}

/** Less than half a second. Ordinary arguments take some hundred units. */
export const wholeBudget = 30_000_000;

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
  readonly found: readonly ErrorObject[];
  constructor(found: readonly ErrorObject[]) {
    super('checking takes too long');
    this.found = found;
  }
}
