import * as vscode from 'vscode';
import type { Report } from '../../../gateway/doctor/examine.ts';
import { withSignal } from '../../window/abort-signal.ts';
import type { Commands } from '../../window/command.ts';
import { commands, gatewayCommands } from '../../window/contributions.ts';
import { inform } from '../../window/notices.ts';
import type { DoctorPanel } from './doctor-panel.ts';

export interface DoctorPorts {
  /** Runs all checks. Never rejects, and ends soon after the signal aborts. */
  readonly examine: (options: DoctorRun) => Promise<Report>;
  readonly text: (report: Report) => string;
  readonly panel: DoctorPanel;
}

export interface DoctorRun {
  readonly signal: AbortSignal;
  readonly show: (report: Report) => void;
}

/** “Doctor”, and what its page offers. */
export function doctorCommands({ examine, text, panel }: DoctorPorts): Commands {
  let last: Report | undefined;
  let running: AbortController | undefined;
  return {
    async [commands.doctor]() {
      running?.abort();
      const own = new AbortController();
      running = own;
      const report = await withProgress(signal => {
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
    async [gatewayCommands.copyReport]() {
      if (last === undefined) return;
      await vscode.env.clipboard.writeText(text(last));
      void inform('Copied the report. There is no key in it.');
    },
    async [gatewayCommands.changePort]() {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'converser.gateway.port');
    },
  };
}

function withProgress<T>(work: (signal: AbortSignal) => Promise<T>): Thenable<T> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: 'Converser: Checking models, tools and the gateway',
      cancellable: true,
    },
    (_, token) => withSignal(token, work),
  );
}
