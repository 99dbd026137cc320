import type { Commands } from '../../window/command.ts';
import { commands } from '../../window/contributions.ts';
import type { ServerLogs } from '../server-logs.ts';
import type { Launches } from './approval-commands.ts';
import type { ForServer } from './for-server.ts';
import type { RestartServer } from './restart-server.ts';

export interface ServerCommandPorts {
  readonly forServer: ForServer;
  readonly restart: RestartServer;
  readonly launches: Pick<Launches, 'reconsider'>;
  readonly logs: Pick<ServerLogs, 'show'>;
}

/** Restarting MCP servers and reading their logs. */
export function serverCommands({ forServer, restart, launches, logs }: ServerCommandPorts): Commands {
  return {
    [commands.restartMcpServer]: forServer('Restart MCP Server', {
      async run(server) {
        launches.reconsider(server);
        await restart(server);
      },
    }),
    [commands.showMcpServerLog]: forServer('Show MCP Server Log', {
      run: async ({ name }) => logs.show(name),
    }),
  };
}
