import { addSpending, noSpending, type Spending } from '../../src/converser/words/spending/spending.ts';
import type { SpendingTotals } from '../../src/converser/words/spending/totals.ts';

/** The sums of a day that never ends, and of its month, which began with something. */
export function createMemoryTotals(
  earlier: Spending = noSpending,
): SpendingTotals & { readonly day: Spending } {
  let day = noSpending;
  return {
    add(spending) {
      day = addSpending(day, spending);
    },
    addTools() {},
    sums: async () => ({ day, month: addSpending(earlier, day) }),
    get day() {
      return day;
    },
  };
}
