import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { Commands } from '../../window/command.ts';
import { commands } from '../../window/contributions.ts';
import type { ForServer } from './for-server.ts';
import type { RestartServer } from './restart-server.ts';

/** Approvals of servers that are defined in the workspace. */
export interface Launches {
  isApproved(server: McpEnsemble): boolean;
  /** Lets Converser ask again after the user has declined. */
  reconsider(server: McpEnsemble): void;
  revoke(server: McpEnsemble): Promise<void>;
}

export interface ApprovalCommandPorts {
  readonly forServer: ForServer;
  readonly restart: RestartServer;
  readonly launches: Launches;
  readonly inform: (message: string) => void;
}

export function approvalCommands({ forServer, restart, launches, inform }: ApprovalCommandPorts): Commands {
  return {
    [commands.approveMcpServer]: forServer('Approve MCP Server', {
      fits: server => isOfWorkspace(server) && !launches.isApproved(server),
      async run(server) {
        launches.reconsider(server);
        await restart(server);
      },
    }),
    [commands.revokeMcpServerApproval]: forServer('Revoke MCP Server Approval', {
      fits: server => isOfWorkspace(server) && launches.isApproved(server),
      async run(server) {
        await launches.revoke(server);
        await server.disconnect();
        inform(`Approval revoked. ${server.title} was stopped and will ask before it starts again.`);
      },
    }),
  };
}

function isOfWorkspace({ definition }: McpEnsemble): boolean {
  return definition.origin === 'workspace';
}
