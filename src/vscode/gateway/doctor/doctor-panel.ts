import type * as vscode from 'vscode';
import type { Report } from '../../../gateway/doctor/examine.ts';
import { openReportTab, type ReportTab } from '../../common/report-tab.ts';
import { doctorHtml, doctorLinks } from './doctor-html.ts';

/** One editor tab with the doctor's report. */
export interface DoctorPanel extends vscode.Disposable {
  /** Brings the tab to the front. */
  show(report: Report): void;
  /** Updates the tab if it is open. */
  update(report: Report): void;
}

export function createDoctorPanel(extensionUri: vscode.Uri): DoctorPanel {
  const options = { kind: 'converser.doctor', title: 'Converser: Doctor', links: doctorLinks, extensionUri };
  let tab: ReportTab | undefined;

  function update(report: Report): void {
    tab?.write(doctorHtml(report));
  }

  return {
    show(report) {
      tab?.reveal();
      tab ??= openReportTab(options, () => {
        tab = undefined;
      });
      update(report);
    },
    update,
    dispose: () => tab?.dispose(),
  };
}
