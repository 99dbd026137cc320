import * as vscode from 'vscode';
import { commandsAtOnce } from '../activation-ids.ts';

export interface StatusBar extends vscode.Disposable {
  show(state: StatusBarState): void;
}

export interface StatusBarState {
  /** `waiting`: for the user's answer. */
  readonly kind: keyof typeof icons;
  readonly tooltip: string;
  /** What a click does. Default: it shows the sidebar. */
  readonly command?: string | vscode.Command;
}

const icons = { idle: 'comment-discussion', running: 'sync~spin', waiting: 'shield', failed: 'warning' };

/** One item: which model answers, whether it is busy, and whether it waits for the user. */
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
