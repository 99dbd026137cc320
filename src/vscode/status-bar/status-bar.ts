import * as vscode from 'vscode';
import { commandsAtOnce } from '../activation-ids.ts';

export interface StatusBar extends vscode.Disposable {
  show(state: StatusBarState): void;
}

export interface StatusBarState {
  readonly kind: keyof typeof icons;
  readonly tooltip: string;
  /** By default a click shows the sidebar. */
  readonly command?: string | vscode.Command;
}

const icons = { idle: 'comment-discussion', running: 'sync~spin', waiting: 'shield', failed: 'warning' };

export function createStatusBar(): StatusBar {
  const item = vscode.window.createStatusBarItem('converser.status', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Converser';
  const show = ({ kind, tooltip, command = commandsAtOnce.focusSidebar }: StatusBarState) => {
    const warns = kind === 'waiting' || kind === 'failed';
    item.text = `$(${icons[kind]}) Converser`;
    item.command = command;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: `Converser: ${tooltip}` };
    item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  return { show, dispose: () => item.dispose() };
}
