import type { Spending } from './spending.ts';

/** Contract: what was added survives the process. Never rejects: unreadable files count as nothing. */
export interface SpendingTotals {
  add(spending: Spending): void;
  sums(): Promise<CalendarSums>;
}

export interface CalendarSums {
  readonly day: Spending;
  readonly month: Spending;
}
