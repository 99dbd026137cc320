import type * as vscode from 'vscode';
import type { CardView } from '../../../providers/check/card-view.ts';
import { commands } from '../../common/contributions.ts';
import { openReportTab, type ReportTab } from '../../common/report-tab.ts';
import { cardHtml } from './check-card-html.ts';

export interface CardPanels extends vscode.Disposable {
  show(view: CardView): void;
  update(view: CardView): void;
}

export function createCardPanels(extensionUri: vscode.Uri): CardPanels {
  const tabs = new Map<string, ReportTab>();

  function open({ label, model }: CardView): ReportTab {
    const links = [commands.checkModel, commands.editModels];
    const options = { kind: 'converser.card', title: `Check: ${label}`, links, extensionUri };
    const tab = openReportTab(options, () => tabs.delete(model));
    tabs.set(model, tab);
    return tab;
  }

  function update(view: CardView): void {
    tabs.get(view.model)?.write(cardHtml(view));
  }

  return {
    show(view) {
      const present = tabs.get(view.model);
      if (present === undefined) open(view);
      else present.reveal();
      update(view);
    },
    update,
    dispose() {
      for (const tab of [...tabs.values()]) tab.dispose();
    },
  };
}
