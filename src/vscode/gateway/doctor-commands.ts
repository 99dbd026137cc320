import * as vscode from 'vscode';
import type { ExamineOptions, Report } from '../../gateway/doctor/examine.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import { createReportTabs, type ReportTabs } from '../common/report-tab.ts';
import type { Commands } from '../common/vscode-command.ts';
import { withProgress } from '../common/with-progress.ts';
import { doctorHtml, doctorLinks } from './doctor-html.ts';

export interface DoctorPorts {
  /** Contract: never rejects, and ends soon after the signal aborts. */
  readonly examine: (options: Pick<ExamineOptions, 'signal' | 'show'>) => Promise<Report>;
  readonly text: (report: Report) => string;
  readonly panel: Pick<ReportTabs<Report>, 'show' | 'update'>;
}

/** The page asks for the report with `copy`, and a report of a problem with `text` and its signal. */
export function doctorCommands({ examine, text, panel }: DoctorPorts): Commands {
  let last: Report | undefined;
  let running: AbortController | undefined;

  async function copy(): Promise<void> {
    if (last === undefined) return;
    await vscode.env.clipboard.writeText(text(last));
    void inform('Report copied. It contains no keys.');
  }

  return {
    async [commands.doctor](wish, signal) {
      if (wish === 'copy') return copy();
      if (wish === 'text' && signal instanceof AbortSignal) return text(await examine({ signal, show() {} }));
      running?.abort();
      const own = new AbortController();
      running = own;
      const report = await withProgress('Converser: Checking models, tools and the gateway', signal => {
        let show = panel.show;
        return examine({
          signal: AbortSignal.any([signal, own.signal]),
          show(next) {
            if (running !== own) return;
            show(next);
            // A tab that was closed stays closed.
            show = panel.update;
          },
        });
      });
      if (running === own) last = report;
    },
  };
}

export function createDoctorPanel(extensionUri: vscode.Uri): ReportTabs<Report> {
  return createReportTabs(extensionUri, {
    kind: 'converser.doctor',
    links: doctorLinks,
    keyOf: () => '',
    titleOf: () => 'Converser: Doctor',
    html: doctorHtml,
  });
}
