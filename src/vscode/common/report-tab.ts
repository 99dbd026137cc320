import * as vscode from 'vscode';
import { reportPageHtml } from './page-html.ts';

export interface ReportTabs<Report> extends vscode.Disposable {
  show(report: Report): void;
  update(report: Report): void;
}

export interface ReportKind<Report> extends Pick<ReportTabOptions, 'kind' | 'links'> {
  /** Reports with the same key share a tab. */
  readonly keyOf: (report: Report) => string;
  readonly titleOf: (report: Report) => string;
  readonly html: (report: Report) => string;
}

export function createReportTabs<Report>(
  extensionUri: vscode.Uri,
  { kind, links, keyOf, titleOf, html }: ReportKind<Report>,
): ReportTabs<Report> {
  const tabs = new Map<string, ReportTab>();

  function update(report: Report): void {
    tabs.get(keyOf(report))?.write(html(report));
  }

  return {
    show(report) {
      const key = keyOf(report);
      const present = tabs.get(key);
      const options = { kind, links, title: titleOf(report), extensionUri };
      if (present === undefined)
        tabs.set(
          key,
          openReportTab(options, () => tabs.delete(key)),
        );
      else present.reveal();
      update(report);
    },
    update,
    dispose() {
      for (const tab of [...tabs.values()]) tab.dispose();
    },
  };
}

interface ReportTabOptions {
  readonly kind: string;
  readonly title: string;
  /** The report's links may run these commands alone. */
  readonly links: readonly string[];
  readonly extensionUri: vscode.Uri;
}

interface ReportTab extends vscode.Disposable {
  reveal(): void;
  write(body: string): void;
}

/** The page is loaded once and then told what to show: VS Code can lose a page that replaces a loading one. */
function openReportTab(
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
  // VS Code discards the page while the tab is hidden, so it may become ready again.
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
