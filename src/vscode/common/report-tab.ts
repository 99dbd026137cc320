import * as vscode from 'vscode';
import { reportPageHtml } from './page-html.ts';

export interface ReportTabOptions {
  /** VS Code's name for tabs of this kind. */
  readonly kind: string;
  readonly title: string;
  /** The commands that its links may run. */
  readonly links: readonly string[];
  readonly extensionUri: vscode.Uri;
}

/** An editor tab with a report that fills. */
export interface ReportTab extends vscode.Disposable {
  /** Brings it to the front. */
  reveal(): void;
  /** Shows a report, as HTML. */
  write(body: string): void;
}

/**
 * Opens a tab whose page is loaded once and then told what to show: VS Code can lose a page that takes the place of one
 * that is still being loaded.
 *
 * @param onDidClose is called once, when you close the tab or it is disposed of
 */
export function openReportTab(
  { kind, title, links, extensionUri }: ReportTabOptions,
  onDidClose: () => void,
): ReportTab {
  const panel = vscode.window.createWebviewPanel(
    kind,
    title,
    { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
    {
      enableScripts: true,
      enableCommandUris: links,
      localResourceRoots: ['dist', 'media'].map(folder => vscode.Uri.joinPath(extensionUri, folder)),
    },
  );
  const { webview } = panel;
  let shown = '';
  const tell = () => void webview.postMessage(shown);
  // Also when the page comes back: VS Code discards it while the tab is hidden.
  const ready = webview.onDidReceiveMessage(tell);
  panel.onDidDispose(() => {
    ready.dispose();
    onDidClose();
  });
  webview.html = reportPageHtml(title, {
    source: webview.cspSource,
    url: (...path) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString(),
    nonce: crypto.randomUUID(),
  });
  return {
    reveal: () => panel.reveal(),
    write(body) {
      shown = body;
      tell();
    },
    dispose: () => panel.dispose(),
  };
}
