import * as vscode from 'vscode';
import type { FromPage, ToPage } from '../../../src/sidebar/protocol.ts';

/** A view without a screen. It keeps what is posted to it while it is visible. */
export function fakeView() {
  const messages = new vscode.EventEmitter<unknown>();
  const visibility = new vscode.EventEmitter<void>();
  const disposal = new vscode.EventEmitter<void>();
  const posted: ToPage[] = [];
  const posts = new vscode.EventEmitter<ToPage>();
  let visible = true;
  const webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'fake:',
    onDidReceiveMessage: messages.event,
    asWebviewUri: uri => uri,
    async postMessage(message: ToPage) {
      if (visible) posted.push(structuredClone(message));
      posts.fire(message);
      return visible;
    },
  };
  const view: vscode.WebviewView = {
    viewType: 'converser.conversation',
    webview,
    get visible() {
      return visible;
    },
    onDidChangeVisibility: visibility.event,
    onDidDispose: disposal.event,
    show: () => {},
  };
  return Object.assign(view, {
    posted: posted as readonly ToPage[],
    /** Resolves as soon as such a message has been posted. */
    until(isAwaited: (message: ToPage) => boolean): Promise<void> {
      return new Promise(resolve => {
        if (posted.some(isAwaited)) return resolve();
        const listening = posts.event(message => {
          if (!isAwaited(message)) return;
          listening.dispose();
          resolve();
        });
      });
    },
    send: (message: FromPage | unknown) => messages.fire(message),
    setVisible(next: boolean) {
      visible = next;
      visibility.fire();
    },
    close: () => disposal.fire(),
  });
}
