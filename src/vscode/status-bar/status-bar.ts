import * as vscode from 'vscode';
import { commands } from '../window/contributions.ts';

export interface StatusBar extends vscode.Disposable {
  show(state: StatusBarState): void;
}

export type StatusBarState =
  | { readonly kind: 'idle'; readonly model: string }
  | {
      readonly kind: 'running';
      readonly model: string /** How many conversations. */;
      readonly count: number;
    }
  /** For the user's answer, in a conversation of the sidebar or else in the chat view. */
  | { readonly kind: 'waiting'; readonly conversation?: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** One item: which model answers, whether it is busy, and whether it waits for the user. */
export function createStatusBar(): StatusBar {
  const item = vscode.window.createStatusBarItem('converser.status', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Converser';
  const show = (state: StatusBarState) => {
    const { text, tooltip, warns } = appearance(state);
    item.text = text;
    item.command = commandOf(state);
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: `Converser: ${tooltip}` };
    item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  return { show, dispose: () => item.dispose() };
}

function commandOf(state: StatusBarState): string | vscode.Command {
  if (state.kind !== 'waiting') return commands.focusSidebar;
  const { conversation } = state;
  if (conversation === undefined) return 'workbench.action.chat.open';
  return { command: commands.openConversation, title: 'Show', arguments: [conversation] };
}

function appearance(state: StatusBarState): { text: string; tooltip: string; warns: boolean } {
  switch (state.kind) {
    case 'idle':
      return { text: '$(comment-discussion) Converser', tooltip: `${state.model} is ready`, warns: false };
    case 'running':
      return { text: '$(sync~spin) Converser', tooltip: runningText(state), warns: false };
    case 'waiting':
      return { text: '$(shield) Converser', tooltip: 'A tool is waiting for your permission', warns: true };
    case 'failed':
      return { text: '$(warning) Converser', tooltip: state.reason, warns: true };
  }
}

function runningText({ model, count }: { readonly model: string; readonly count: number }): string {
  return count === 1 ? `${model} is answering` : `${count} conversations are running`;
}
