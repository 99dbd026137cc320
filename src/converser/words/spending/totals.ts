import type { Spending } from './spending.ts';

/**
 * The spending of all turns on this machine, in any process.
 * Contract: the next sums include what was added, also after the process ended. Neither method throws or
 * rejects: unreadable files count as nothing, and you are warned.
 */
export interface SpendingTotals {
  add(spending: Spending): void;
  sums(): Promise<CalendarSums>;
}

export interface CalendarSums {
  readonly day: Spending;
  readonly month: Spending;
}
