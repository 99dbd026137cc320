import * as vscode from 'vscode';
import { withSignal } from './abort-signal.ts';
import { withoutLinks } from './markdown.ts';

export function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, tell: (message: string) => void) => Promise<T>,
): Thenable<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: withoutLinks(title), cancellable: true },
    (progress, token) => withSignal(token, signal => work(signal, message => progress.report({ message }))),
  );
}
