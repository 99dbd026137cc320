import * as vscode from 'vscode';
import type { Alerts } from '../../converser/ports.ts';
import { commands } from './contributions.ts';
import { warn } from './notices.ts';

export function createAlerts(): Alerts {
  return {
    warn(message) {
      const showLog = 'Show Log';
      void warn(message, showLog).then(async choice => {
        if (choice === showLog) await vscode.commands.executeCommand(commands.showLog);
      });
    },
  };
}
