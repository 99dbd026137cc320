import path from 'node:path';
import {
  addSpending,
  noSpending,
  parseSpending,
  type Spending,
  sumSpending,
} from '../converser/words/spending/spending.ts';
import {
  addToolCounts,
  noToolCounts,
  parseToolCounts,
  type ToolCounts,
  toolCountsOf,
} from '../converser/words/spending/tool-figures.ts';
import type { CalendarSums, SpendingTotals } from '../converser/words/spending/totals.ts';
import { calendarDay, monthOf } from './calendar-days.ts';
import { createDayTotals, type OnDay, type TotalsOptions } from './day-totals.ts';

export interface SpentOnDay {
  /** `2026-11-25` */
  readonly day: string;
  readonly spending: Spending;
}

export interface KeptTotals extends SpendingTotals {
  /** This month and the one before, the newest day first. Never rejects. */
  days(): Promise<readonly SpentOnDay[]>;
  /** What tools took. Never rejects. */
  tools(conversationId?: string): Promise<ToolTotals>;
  /** Resolves once all is on the disk. Never rejects. */
  saved(): Promise<void>;
}

export interface ToolTotals {
  readonly today: ToolCounts;
  /** This month and the one before. */
  readonly all: ToolCounts;
  /** Since the program started. */
  readonly conversation: ToolCounts;
}

const mostConversations = 50;

export function createSpendingTotals(options: TotalsOptions): KeptTotals {
  const { clock, folder } = options;
  const spending = createDayTotals(spendings, options);
  const tools = createDayTotals(toolCounts, { ...options, folder: path.join(folder, 'tools') });
  const conversations = new Map<string, ToolCounts>();
  const today = () => calendarDay(clock.now());
  return {
    add: spending.add,
    async sums(): Promise<CalendarSums> {
      const all = await spending.days();
      const now = today();
      const sumOf = (some: readonly OnDay<Spending>[]) => sumSpending(some.map(({ sum }) => sum));
      return {
        day: sumOf(all.filter(({ day }) => day === now)),
        month: sumOf(all.filter(({ day }) => monthOf(day) === monthOf(now))),
      };
    },
    addTools(id, figures) {
      const own = toolCountsOf(id, figures);
      tools.add(own);
      const before = conversations.get(id) ?? noToolCounts;
      conversations.delete(id);
      conversations.set(id, addToolCounts(before, own));
      for (const [oldest] of conversations) {
        if (conversations.size <= mostConversations) break;
        conversations.delete(oldest);
      }
    },
    days: async () => (await spending.days()).map(({ day, sum }) => ({ day, spending: sum })),
    async tools(id = '') {
      const days = await tools.days();
      return {
        today: days.find(({ day }) => day === today())?.sum ?? noToolCounts,
        all: days.toReversed().reduce((all, { sum }) => addToolCounts(all, sum), noToolCounts),
        conversation: conversations.get(id) ?? noToolCounts,
      };
    },
    async saved() {
      await Promise.all([spending.saved(), tools.saved()]);
    },
  };
}

const spendings = {
  none: noSpending,
  add: addSpending,
  parse: parseSpending,
  title: 'what was spent',
};

const toolCounts = {
  none: noToolCounts,
  add: addToolCounts,
  parse: parseToolCounts,
  title: 'what tools took',
};
