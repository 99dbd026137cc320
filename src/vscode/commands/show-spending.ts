import type * as vscode from 'vscode';
import type { Clock } from '../../converser/ground/ports.ts';
import { isOfferedAlways } from '../../converser/words/ensemble/tool-choices.ts';
import type { Spending } from '../../converser/words/spending/spending.ts';
import { idleTools } from '../../converser/words/spending/tool-figures.ts';
import { calendarDay, lastDays } from '../../store/calendar-days.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import { dayChart, groupings, shownDays, spendingBy } from '../../store/spending-groups.ts';
import { type KeptTotals, toolsIn } from '../../store/spending-totals.ts';
import { createReportTabs, type ReportTabs } from '../common/report-tab.ts';
import { settings } from '../common/vscode-settings.ts';
import { offerTools } from '../tools-view/chosen-tools.ts';
import {
  offerOnDemand,
  type Period,
  periods,
  type SpendingReport,
  spendingHtml,
  spendingLinks,
  wishFor,
} from './spending-html.ts';
import { spendingRows } from './spending-rows.ts';

export interface ShowSpendingPorts {
  readonly totals: Pick<KeptTotals, 'days' | 'toolsOf'>;
  readonly conversation: { readonly id: string; readonly shown: { readonly spending: Spending } };
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<ConversationStore, 'list'>;
  readonly page: Pick<ReportTabs<SpendingReport>, 'show'>;
}

/** The page asks for groups or a period, or offers tools on demand. */
export async function showSpending(ports: ShowSpendingPorts, wish: unknown): Promise<void> {
  const { totals, conversation, clock, store, page } = ports;
  const days = await totals.days();
  const today = calendarDay(clock.now());
  const isAlways = (tool: string) => isOfferedAlways(tool, settings.tools);
  const idle = idleTools(toolsIn(days), isAlways);
  if (wish === offerOnDemand && idle !== undefined) {
    await offerTools(
      idle.tools.map(({ tool }) => tool),
      'on demand',
    );
  }
  const period = Object.keys(periods).find(each => each === wish) as Period | undefined;
  const by = period === undefined ? (groupings.find(each => wishFor(each) === wish) ?? 'day') : 'tool';
  const stored = by === 'conversation' ? await store.list() : [];
  const caps = settings.limits.caps ?? {};
  const now = clock.now();
  page.show({
    spent: spendingRows({ days, today, conversation: conversation.shown.spending, caps }),
    chart: dayChart(days, lastDays(now, shownDays)),
    ...{ caps, by, period: period ?? 'today' },
    groups: by === 'tool' ? [] : spendingBy(by, days, stored),
    counts: {
      conversation: totals.toolsOf(conversation.id),
      today: toolsIn(days, today),
      all: toolsIn(days),
    }[period ?? 'today'],
    idle: idleTools(toolsIn(days), isAlways),
  });
}

export function createSpendingPage(extensionUri: vscode.Uri): ReportTabs<SpendingReport> {
  return createReportTabs(extensionUri, {
    kind: 'converser.spending',
    links: spendingLinks,
    keyOf: () => '',
    titleOf: () => 'Converser: Spending',
    html: spendingHtml,
  });
}
