import type * as vscode from 'vscode';
import type { Report } from '../../../gateway/doctor/examine.ts';
import { openReportTab, type ReportTab } from '../../common/report-tab.ts';
import { doctorHtml, doctorLinks } from './doctor-html.ts';

export interface DoctorPanel extends vscode.Disposable {
  show(report: Report): void;
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
