import { column, type FigureColumn } from '../converser/words/spending/figure-table.ts';
import { noSpending, type Spending, sumSpending } from '../converser/words/spending/spending.ts';
import { costText } from '../converser/words/spending/spending-text.ts';
import type { StoredConversation } from './conversation-index.ts';
import type { SpentOnDay } from './spending-totals.ts';

export const groupings = ['day', 'model', 'tool', 'conversation'] as const;

export type Grouping = (typeof groupings)[number];

export interface SpendingGroup {
  readonly name: string;
  /** The id of the conversation, if it is one that is still there. */
  readonly conversation?: string;
  readonly spending: Spending;
}

export const spendingColumns: readonly FigureColumn<SpendingGroup>[] = [
  column('Cost', ({ spending }) => spending.cost, costText),
  column('Tokens in', ({ spending }) => spending.input),
  column('From the cache', ({ spending }) => spending.cached),
  column('Tokens out', ({ spending }) => spending.output),
  column('Requests', ({ spending }) => spending.requests),
  column('Tool calls', ({ spending }) => spending.calls),
];

/** Days come with the newest first, other groups with the one that cost most. */
export function spendingBy(
  by: Exclude<Grouping, 'tool'>,
  days: readonly SpentOnDay[],
  stored: readonly Pick<StoredConversation, 'id' | 'title'>[] = [],
): readonly SpendingGroup[] {
  if (by === 'day') return days.map(({ day, spending }) => ({ name: day, spending }));
  const titles = new Map(stored.map(({ id, title }) => [id, title]));
  const shares = Map.groupBy(
    days.flatMap(each => each.shares),
    share => share[by],
  );
  const groups = [...shares].map(([key, own]) => {
    const spending = sumSpending(own.map(each => each.spending));
    if (by === 'model') return { name: key || 'Not recorded', spending };
    const title = titles.get(key);
    if (title === undefined)
      return { name: key === '' ? 'Not recorded' : `Elsewhere, or deleted (${key})`, spending };
    return { name: title || key, conversation: key, spending };
  });
  return groups.sort(({ spending: one }, { spending: other }) => amountOf(other) - amountOf(one));
}

/** Money counts first; a token is worth less than any of it. */
function amountOf({ cost = 0, input, output }: Spending): number {
  return cost + (input + output) * 1e-12;
}

export interface DayChart {
  readonly unit: 'cost' | 'tokens';
  /** The oldest day first; days on which nothing was spent are there, too. */
  readonly days: readonly { readonly day: string; readonly amount: number }[];
}

export const shownDays = 30;

/** Dollars if any are known, or else tokens. */
export function dayChart(days: readonly SpentOnDay[], dates: readonly string[]): DayChart {
  const spent = new Map(days.map(({ day, spending }) => [day, spending]));
  const wanted = dates.map(day => ({ day, spending: spent.get(day) ?? noSpending }));
  const unit = wanted.some(({ spending }) => (spending.cost ?? 0) > 0) ? 'cost' : 'tokens';
  const amount = ({ cost = 0, input, output }: Spending) => (unit === 'cost' ? cost : input + output);
  return { unit, days: wanted.map(({ day, spending }) => ({ day, amount: amount(spending) })) };
}
