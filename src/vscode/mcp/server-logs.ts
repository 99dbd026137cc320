import * as vscode from 'vscode';
import { listeners } from '../../converser/ground/async/listeners.ts';
import type { LogLevel, LogLevels, ServerLogLine } from '../../ensembles/mcp/connection/connection-ports.ts';

export interface ServerLogs extends vscode.Disposable {
  /** Never throws. */
  add(line: ServerLogLine): void;
  show(server: string): void;
  /** You set the level in the Output view or with “Developer: Set Log Level…”. */
  readonly levels: Required<LogLevels>;
}

/** VS Code writes the lines to a file, so without a limit a chatty server could fill the disk. */
const mostLines = 20_000;

export function createServerLogs(): ServerLogs {
  const channels = new Map<string, { readonly channel: vscode.LogOutputChannel; lines: number }>();
  const changes = listeners<void>();

  function channelOf(server: string) {
    const known = channels.get(server);
    if (known !== undefined) return known;
    const channel = vscode.window.createOutputChannel(`Converser: ${server}`, { log: true });
    channel.onDidChangeLogLevel(() => changes.fire());
    const opened = { channel, lines: 0 };
    channels.set(server, opened);
    return opened;
  }

  return {
    add({ server, level, from, text }) {
      const log = channelOf(server);
      if (++log.lines > mostLines) {
        log.channel.clear();
        log.lines = 1;
        log.channel.info('[Earlier lines were removed: the log was too long.]');
      }
      // Control characters could fake other lines.
      const line = text.replaceAll(/[\p{Cc}--\t]/gv, ' ');
      log.channel[level](from === 'host' ? line : `[${from}] ${line}`);
    },
    show(server) {
      const isNew = !channels.has(server);
      const { channel } = channelOf(server);
      if (isNew)
        channel.info(
          '[Nothing yet. The server starts on first use, or with “Converser: Manage MCP Server…”.]',
        );
      channel.show(true);
    },
    levels: {
      of: server => levels[channelOf(server).channel.logLevel],
      onDidChange: changes.listen,
    },
    dispose() {
      for (const { channel } of channels.values()) channel.dispose();
      channels.clear();
    },
  };
}

const levels: Readonly<Record<vscode.LogLevel, LogLevel>> = {
  [vscode.LogLevel.Off]: 'off',
  [vscode.LogLevel.Trace]: 'debug',
  [vscode.LogLevel.Debug]: 'debug',
  [vscode.LogLevel.Info]: 'info',
  [vscode.LogLevel.Warning]: 'warn',
  [vscode.LogLevel.Error]: 'error',
};
