import * as vscode from 'vscode';
import type { Alerts, Log } from '../../converser/ground/ports.ts';
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

export function createLog(
  channel: Pick<vscode.LogOutputChannel, 'logLevel' | 'trace' | 'debug' | 'info' | 'warn' | 'error'>,
): Log {
  return {
    tracer() {
      const isRead = channel.logLevel === vscode.LogLevel.Trace;
      return isRead ? message => channel.trace(message) : undefined;
    },
    debug: message => channel.debug(message),
    info: message => channel.info(message),
    warn: message => channel.warn(message),
    error: message => channel.error(message),
  };
}
