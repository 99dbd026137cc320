import * as vscode from 'vscode';
import type { Disposable } from '../converser/listeners.ts';
import { contextKeys } from './contributions.ts';
import type { Parts } from './parts.ts';
import { readSettings } from './settings.ts';
import type { SidebarConversation } from './sidebar-conversation.ts';
import type { StatusBar, StatusBarState } from './status-bar.ts';

export interface WatchStatusOptions {
  readonly parts: Parts;
  readonly conversation: SidebarConversation;
  readonly statusBar: StatusBar;
}

/** Keeps the status bar, and the keys that commands are enabled by, in step with what goes on. */
export function watchStatus({ parts, conversation, statusBar }: WatchStatusOptions): Disposable {
  const update = () => {
    statusBar.show(currentState(parts, conversation));
    void vscode.commands.executeCommand('setContext', contextKeys.running, conversation.running);
  };
  const subscriptions = [
    conversation.onDidChange(update),
    parts.questions.onDidChange(update),
    parts.roster.onDidChange(update),
  ];
  update();
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function currentState({ questions, roster }: Parts, conversation: SidebarConversation): StatusBarState {
  const model = readSettings.model() || 'Rehearsal';
  if (questions.all.length > 0) return { kind: 'waiting' };
  if (conversation.running) return { kind: 'running', model };
  const failed = roster.ensembles.find(
    ({ name, state }) => state.status === 'failed' && roster.isEnabled(name),
  );
  return failed?.state.status === 'failed'
    ? { kind: 'failed', reason: `The ensemble ${failed.name} is not available: ${failed.state.reason}` }
    : { kind: 'idle', model };
}
