import * as vscode from 'vscode';
import type { CardView } from '../../../providers/check/card-view.ts';
import { commands } from '../../window/contributions.ts';
import { cardHtml } from './check-card-html.ts';

export interface CardPanels extends vscode.Disposable {
  /** Shows the results in the tab of the model. */
  show(view: CardView): void;
  /** Updates the tab if it is open. */
  update(view: CardView): void;
}

/** An editor tab for each model, with the results of its check. */
export function createCardPanels(extensionUri: vscode.Uri): CardPanels {
  const panels = new Map<string, vscode.WebviewPanel>();

  function open(view: CardView): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      'converser.card',
      `Check: ${view.label}`,
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      {
        enableScripts: false,
        enableCommandUris: [commands.checkModel, commands.editModels],
        localResourceRoots: ['dist', 'media'].map(folder => vscode.Uri.joinPath(extensionUri, folder)),
      },
    );
    panel.onDidDispose(() => panels.delete(view.model));
    panels.set(view.model, panel);
    return panel;
  }

  function fill({ webview }: vscode.WebviewPanel, view: CardView): void {
    const url = (...path: readonly string[]) =>
      webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
    webview.html = cardHtml(view, { source: webview.cspSource, url });
  }

  return {
    show(view) {
      const present = panels.get(view.model);
      present?.reveal();
      fill(present ?? open(view), view);
    },
    update(view) {
      const panel = panels.get(view.model);
      if (panel !== undefined) fill(panel, view);
    },
    dispose() {
      for (const panel of [...panels.values()]) panel.dispose();
    },
  };
}
