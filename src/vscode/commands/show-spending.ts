import * as vscode from 'vscode';
import type { Clock } from '../../converser/ground/ports.ts';
import type { Spending } from '../../converser/words/spending/spending.ts';
import { calendarDay } from '../../store/calendar-days.ts';
import type { KeptTotals } from '../../store/spending-totals.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { settings } from '../common/vscode-settings.ts';
import { spendingChoices } from './spending-choices.ts';

export interface ShowSpendingPorts {
  readonly ask: Pick<AskUser, 'pick'>;
  readonly totals: Pick<KeptTotals, 'days'>;
  readonly conversation: { readonly spending: Spending };
  readonly clock: Pick<Clock, 'now'>;
}

export async function showSpending(ports: ShowSpendingPorts): Promise<void> {
  const choices = spendingChoices({
    days: await ports.totals.days(),
    conversation: ports.conversation.spending,
    today: calendarDay(ports.clock.now()),
    caps: settings.limits.caps ?? {},
  });
  const chosen = await ports.ask.pick({
    title: 'Spending',
    placeholder: 'Spending in all windows. Select one to change its limits.',
    choices,
  });
  if (chosen !== undefined)
    await vscode.commands.executeCommand('workbench.action.openSettings', `converser.limits ${chosen}`);
}
