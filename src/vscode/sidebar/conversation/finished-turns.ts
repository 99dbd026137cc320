import * as vscode from 'vscode';
import type { Disposable, Listen } from '../../../converser/ground/async/listeners.ts';
import type { Outcome } from '../../../converser/words/conversation/converse-event.ts';

export interface FinishedTurn {
  readonly conversation: string;
  readonly outcome: Outcome;
}

export interface FinishedTurnsPorts {
  readonly onDidFinish: Listen<FinishedTurn>;
  /** The conversations that pages show, where you can see them. */
  readonly visible: () => readonly string[];
  /** They may be others now. */
  readonly looks: readonly Listen<void>[];
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
  const { visible, looks, showCount, notify, window = vscode.window } = ports;
  const unseen = new Set<string>();
  const seen = () => (window.state.focused ? visible() : []);
  const look = () => {
    if (seen().filter(id => unseen.delete(id)).length > 0) showCount(unseen.size);
  };
  const subscriptions: readonly Disposable[] = [
    ports.onDidFinish(finished => {
      if (finished.outcome === 'stopped' || seen().includes(finished.conversation)) return;
      unseen.add(finished.conversation);
      showCount(unseen.size);
      notify(finished);
    }),
    ...looks.map(listen => listen(look)),
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
