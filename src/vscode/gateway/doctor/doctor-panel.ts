import * as vscode from 'vscode';
import type { Report } from '../../../gateway/doctor/examine.ts';
import { doctorHtml, doctorLinks } from './doctor-html.ts';

/** One editor tab with the doctor's report. */
export interface DoctorPanel extends vscode.Disposable {
  /** Brings the tab to the front. */
  show(report: Report): void;
  /** Updates the tab if it is open. */
  update(report: Report): void;
}

export function createDoctorPanel(extensionUri: vscode.Uri): DoctorPanel {
  let panel: vscode.WebviewPanel | undefined;

  function open(): vscode.WebviewPanel {
    const opened = vscode.window.createWebviewPanel(
      'converser.doctor',
      'Converser: Doctor',
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      {
        enableScripts: false,
        enableCommandUris: doctorLinks,
        localResourceRoots: ['dist', 'media'].map(folder => vscode.Uri.joinPath(extensionUri, folder)),
      },
    );
    opened.onDidDispose(() => {
      panel = undefined;
    });
    return opened;
  }

  function fill({ webview }: vscode.WebviewPanel, report: Report): void {
    const url = (...path: readonly string[]) =>
      webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
    webview.html = doctorHtml(report, { source: webview.cspSource, url });
  }

  return {
    show(report) {
      panel?.reveal();
      panel ??= open();
      fill(panel, report);
    },
    update(report) {
      if (panel !== undefined) fill(panel, report);
    },
    dispose: () => panel?.dispose(),
  };
}
