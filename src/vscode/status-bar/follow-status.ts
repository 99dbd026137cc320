import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { commands } from '../common/contributions.ts';
import { onDidChangeSettings, settings } from '../common/vscode-settings.ts';
import type { PermissionQuestions } from '../questions/open-questions.ts';
import type { ConversationPool } from '../sidebar/conversation/conversation-pool.ts';
import type { ConversationPages, OpenPage } from '../sidebar/pages/conversation-pages.ts';
import type { StatusBar, StatusBarState } from './status-bar.ts';

export interface WatchStatusOptions {
  readonly roster: EnsembleRoster;
  readonly questions: PermissionQuestions;
  readonly pool: ConversationPool;
  readonly pages: Pick<ConversationPages, 'onDidChange'> & {
    readonly active: Pick<OpenPage, 'conversation'>;
  };
  readonly statusBar: StatusBar;
}

export function watchStatus(options: WatchStatusOptions): Disposable {
  const { roster, questions, pool, pages, statusBar } = options;
  const setRunning = contextSetter('converser.running');
  const update = () => {
    statusBar.show(currentState(options));
    setRunning(pages.active.conversation.shown.running);
  };
  const subscriptions = [
    pool.onDidChange(update),
    pages.onDidChange(update),
    questions.onDidChange(update),
    roster.onDidChange(update),
    onDidChangeSettings('model', update),
  ];
  update();
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** VS Code sets a key in another process, so only changes are passed on. */
function contextSetter(key: string): (value: boolean) => void {
  let known = false;
  return value => {
    if (value === known) return;
    known = value;
    void vscode.commands.executeCommand('setContext', key, value);
  };
}

function currentState({ roster, questions, pool }: WatchStatusOptions): StatusBarState {
  // The provider's id says nothing to people.
  const model = settings.model.replace(/^[^/]*\//, '') || 'Rehearsal';
  const [asked] = questions.all;
  if (asked !== undefined) {
    const id = asked.question.conversationId;
    const command = pool.find(id) ? show(id) : 'workbench.action.chat.open';
    return { kind: 'waiting', tooltip: 'A tool is waiting for your permission', command };
  }
  const count = pool.allRunning.length;
  if (count > 0) {
    const tooltip = count === 1 ? `${model} is answering` : `${count} conversations are running`;
    return { kind: 'running', tooltip };
  }
  const failed = roster.ensembles.find(
    ({ name, state }) =>
      // You put off the others yourself.
      state.status === 'failed' && state.error.code !== 'approval-needed' && roster.isEnabled(name),
  );
  return failed?.state.status === 'failed'
    ? {
        kind: 'failed',
        tooltip: `Ensemble ${failed.name} is unavailable: ${failed.state.error.message}`,
      }
    : { kind: 'idle', tooltip: `${model} is ready` };
}

function show(conversation: string): vscode.Command {
  return { command: commands.openConversation, title: 'Show', arguments: [conversation] };
}
