import * as vscode from 'vscode';
import { listeners } from '../../converser/async/listeners.ts';
import type { LogLevel, LogLevels, ServerLogLine } from '../../ensembles/mcp/connection/connection-ports.ts';

/** What servers write, each into an output channel of its own that comes with its first line or start. */
export interface ServerLogs extends vscode.Disposable {
  /** Never throws. */
  add(line: ServerLogLine): void;
  show(server: string): void;
  /** What the person has set for each channel, with the gear of the Output view or “Developer: Set Log Level…”. */
  readonly levels: Required<LogLevels>;
}

/** Lines of a server that are kept at once; VS Code writes them to a file, and a flood would fill the disk. */
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
        log.channel.info('[Earlier lines were dropped: there were too many.]');
      }
      // What a server writes is data, whatever it looks like.
      const said = text.replaceAll(/[\p{Cc}--\t]/gv, ' ');
      log.channel[level](from === 'host' ? said : `[${from}] ${said}`);
    },
    show(server) {
      const isNew = !channels.has(server);
      const { channel } = channelOf(server);
      if (isNew)
        channel.info('[Nothing yet. The server is started by the first need of it, or by Restart Server.]');
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
