import * as vscode from 'vscode';
import type { Clock } from '../../converser/ground/ports.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { isOfferedAlways } from '../../converser/words/ensemble/tool-choices.ts';
import type { Spending } from '../../converser/words/spending/spending.ts';
import { type IdleTools, idleTools } from '../../converser/words/spending/tool-figures.ts';
import { calendarDay } from '../../store/calendar-days.ts';
import { type KeptTotals, type SpentOnDay, toolsIn } from '../../store/spending-totals.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import { createReportTabs, type ReportTabs } from '../common/report-tab.ts';
import { settings } from '../common/vscode-settings.ts';
import { offerTools } from '../tools-view/chosen-tools.ts';
import { type FiguresReport, figuresHtml, offerOnDemand, type Period, periods } from './figures-html.ts';
import { spendingChoices } from './spending-choices.ts';

export interface ShowSpendingPorts {
  readonly ask: Pick<AskUser, 'pick'>;
  readonly totals: Pick<KeptTotals, 'days' | 'toolsOf'>;
  readonly conversation: { readonly id: string; readonly spending: Spending };
  readonly clock: Pick<Clock, 'now'>;
  readonly page: Pick<ReportTabs<FiguresReport>, 'show'>;
}

const ofTools = 'tools';

/** The page asks for another period, or offers tools on demand. */
export async function showSpending(ports: ShowSpendingPorts, wish?: unknown): Promise<void> {
  if (typeof wish === 'string' && Object.hasOwn(periods, wish)) return showTools(ports, wish as Period);
  if (wish === offerOnDemand) return offerIdle(ports);
  const choices = spendingChoices({
    days: await ports.totals.days(),
    conversation: ports.conversation.spending,
    today: calendarDay(ports.clock.now()),
    caps: settings.limits.caps ?? {},
  });
  const chosen = await ports.ask.pick({
    title: 'Spending',
    placeholder: 'Spending in all windows. Select one to change its limits.',
    choices: [
      ...choices,
      {
        label: 'What Tools Took…',
        detail: 'Calls, failures, times and tokens of each tool, ensemble, MCP server and model',
        group: 'Tools',
        value: ofTools,
      },
    ],
  });
  if (chosen === ofTools) await showTools(ports, 'today');
  else if (chosen !== undefined)
    await vscode.commands.executeCommand('workbench.action.openSettings', `converser.limits ${chosen}`);
}

export function createFiguresPage(extensionUri: vscode.Uri): ReportTabs<FiguresReport> {
  return createReportTabs(extensionUri, {
    kind: 'converser.figures',
    links: [commands.showSpending],
    keyOf: () => '',
    titleOf: () => 'Converser: What Tools Took',
    html: figuresHtml,
  });
}

async function showTools(ports: ShowSpendingPorts, period: Period): Promise<void> {
  const { totals, conversation, clock, page } = ports;
  const days = await totals.days();
  const first = period === 'today' ? calendarDay(clock.now()) : '';
  const counts = period === 'conversation' ? totals.toolsOf(conversation.id) : toolsIn(days, first);
  page.show({ period, counts, idle: idleIn(days) });
}

function idleIn(days: readonly SpentOnDay[]): IdleTools | undefined {
  return idleTools(toolsIn(days), tool => isOfferedAlways(tool, settings.tools));
}

async function offerIdle(ports: ShowSpendingPorts): Promise<void> {
  const names = idleIn(await ports.totals.days())?.tools.map(({ tool }) => tool) ?? [];
  await offerTools(names, 'on demand');
  await showTools(ports, 'all');
  void inform(`Now on demand: ${countText(names.length, 'tool')}. Change it in the Ensembles view.`);
}
