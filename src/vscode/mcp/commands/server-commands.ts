import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { Commands } from '../../window/command.ts';
import { commands } from '../../window/contributions.ts';
import type { ServerLogs } from '../server-logs.ts';
import type { ForServer } from './for-server.ts';
import type { RestartServer } from './restart-server.ts';

/** Approvals of servers that are defined in the workspace. */
export interface Launches {
  isApproved(server: McpEnsemble): boolean;
  /** Lets Converser ask again after the user has declined. */
  reconsider(server: McpEnsemble): void;
  revoke(server: McpEnsemble): Promise<void>;
}

export interface ServerCommandPorts {
  readonly forServer: ForServer;
  readonly restart: RestartServer;
  readonly launches: Launches;
  readonly logs: Pick<ServerLogs, 'show'>;
  readonly inform: (message: string) => void;
}

/** Starting MCP servers, revoking the approval to start them, and reading their logs. */
export function serverCommands({ forServer, restart, launches, logs, inform }: ServerCommandPorts): Commands {
  const start = async (server: McpEnsemble) => {
    launches.reconsider(server);
    await restart(server);
  };
  return {
    [commands.restartMcpServer]: forServer('Restart MCP Server', { run: start }),
    [commands.approveMcpServer]: forServer('Approve MCP Server', {
      fits: server => isOfWorkspace(server) && !launches.isApproved(server),
      run: start,
    }),
    [commands.revokeMcpServerApproval]: forServer('Revoke MCP Server Approval', {
      fits: server => isOfWorkspace(server) && launches.isApproved(server),
      async run(server) {
        await launches.revoke(server);
        await server.disconnect();
        inform(`Approval revoked. ${server.title} was stopped and will ask before it starts again.`);
      },
    }),
    [commands.showMcpServerLog]: forServer('Show MCP Server Log', {
      run: async ({ name }) => logs.show(name),
    }),
  };
}

function isOfWorkspace({ definition }: McpEnsemble): boolean {
  return definition.origin === 'workspace';
}
