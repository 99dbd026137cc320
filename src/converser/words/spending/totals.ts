import type { Spending } from './spending.ts';
import type { Spender } from './spending-shares.ts';
import type { ToolFigures } from './tool-figures.ts';

/** Contract: what was added survives the process. Never rejects: unreadable files count as nothing. */
export interface SpendingTotals {
  add(spending: Spending, by?: Spender): void;
  sums(): Promise<CalendarSums>;
  addTools(conversationId: string, figures: readonly ToolFigures[]): void;
}

export interface CalendarSums {
  readonly day: Spending;
  readonly month: Spending;
}
