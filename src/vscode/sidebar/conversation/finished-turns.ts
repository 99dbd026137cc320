import * as vscode from 'vscode';
import type { Disposable, Listen } from '../../../converser/ground/async/listeners.ts';
import type { Outcome } from '../../../converser/words/conversation/converse-event.ts';

export interface FinishedTurn {
  readonly conversation: string;
  readonly outcome: Outcome;
}

export interface FinishedTurnsPorts {
  readonly onDidFinish: Listen<FinishedTurn>;
  readonly conversation: { readonly id: string; readonly onDidChange: Listen<void> };
  readonly page: { readonly isVisible: boolean; readonly onDidBecomeReady: Listen<void> };
  readonly showCount: (count: number) => void;
  readonly notify: (finished: FinishedTurn) => void;
  readonly window?: Pick<typeof vscode.window, 'state' | 'onDidChangeWindowState'>;
}

export interface FinishedTurns extends Disposable {
  /** The conversations that have finished since you saw them last. */
  readonly unseen: readonly string[];
}

/** Turns that end while you look elsewhere. What you have stopped is no news. */
export function followFinishedTurns(ports: FinishedTurnsPorts): FinishedTurns {
  const { conversation, page, showCount, notify, window = vscode.window } = ports;
  const unseen = new Set<string>();
  const isSeen = (id: string) => id === conversation.id && page.isVisible && window.state.focused;
  const look = () => {
    if (isSeen(conversation.id) && unseen.delete(conversation.id)) showCount(unseen.size);
  };
  const subscriptions: readonly Disposable[] = [
    ports.onDidFinish(finished => {
      if (finished.outcome === 'stopped' || isSeen(finished.conversation)) return;
      unseen.add(finished.conversation);
      showCount(unseen.size);
      notify(finished);
    }),
    conversation.onDidChange(look),
    page.onDidBecomeReady(look),
    window.onDidChangeWindowState(look),
  ];
  return {
    get unseen() {
      return [...unseen];
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
