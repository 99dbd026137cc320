import * as vscode from 'vscode';
import { atIntervals } from '../../converser/async/at-intervals.ts';
import { createSystemClock } from '../../converser/system-ports.ts';
import type { PageAssets } from './page-html.ts';

export interface ReportTabOptions {
  /** VS Code's name for tabs of this kind. */
  readonly kind: string;
  readonly title: string;
  /** The commands that its links may run. */
  readonly links: readonly string[];
  readonly extensionUri: vscode.Uri;
}

/** An editor tab with a page that is written anew while a report fills. No script runs in it. */
export interface ReportTab extends vscode.Disposable {
  /** Brings it to the front. */
  reveal(): void;
  /** Shows a page; of several that follow each other quickly, the last. */
  write(page: (assets: PageAssets) => string): void;
}

/** @param onDidClose is called once, when you close the tab or it is disposed of */
export function openReportTab(
  { kind, title, links, extensionUri }: ReportTabOptions,
  onDidClose: () => void,
): ReportTab {
  const panel = vscode.window.createWebviewPanel(
    kind,
    title,
    { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
    {
      enableScripts: false,
      enableCommandUris: links,
      localResourceRoots: ['dist', 'media'].map(folder => vscode.Uri.joinPath(extensionUri, folder)),
    },
  );
  const { webview } = panel;
  const url = (...path: readonly string[]) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const put = (html: string) => {
    webview.html = html;
  };
  const show = atIntervals(put, { ms: interval, clock: createSystemClock() });
  panel.onDidDispose(() => {
    show.dispose();
    onDidClose();
  });
  return {
    reveal: () => panel.reveal(),
    write: page => show.give(page({ source: webview.cspSource, url })),
    dispose: () => panel.dispose(),
  };
}

/** Milliseconds. VS Code can lose a page that takes the place of one that is still being loaded. */
const interval = 500;
