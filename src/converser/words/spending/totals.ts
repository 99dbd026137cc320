import type { Spending } from './spending.ts';

/**
 * What all turns on this machine have spent, whichever window or process ran them.
 *
 * Contract: what was added is in the next sums, also after the process has ended. Neither method ever throws or rejects:
 * what can't be read counts as nothing, and you are warned.
 */
export interface SpendingTotals {
  add(spending: Spending): void;
  /** Today and this month in the calendar where the program runs. */
  sums(): Promise<CalendarSums>;
}

export interface CalendarSums {
  readonly day: Spending;
  readonly month: Spending;
}
