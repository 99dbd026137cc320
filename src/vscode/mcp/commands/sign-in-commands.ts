import * as vscode from 'vscode';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { Commands } from '../../window/command.ts';
import { commands } from '../../window/contributions.ts';
import type { ForServer } from './for-server.ts';
import type { RestartServer } from './restart-server.ts';

export interface SignIns {
  signIn(server: McpEnsemble): Promise<void>;
  /** Ends a sign-in that is under way. */
  stop(server: McpEnsemble): Promise<void>;
  signOut(server: McpEnsemble): Promise<void>;
}

export interface SignInCommandPorts {
  readonly forServer: ForServer;
  readonly restart: RestartServer;
  readonly signIns: SignIns;
  readonly inform: (message: string) => void;
}

export function signInCommands({ forServer, restart, signIns, inform }: SignInCommandPorts): Commands {
  return {
    [commands.signInToMcpServer]: forServer('Sign In to MCP Server', {
      fits: isRemote,
      async run(server) {
        if (await signIn(server, signIns)) await restart(server);
      },
    }),
    [commands.signOutOfMcpServer]: forServer('Sign Out of MCP Server', {
      fits: isRemote,
      async run(server) {
        await signIns.signOut(server);
        await server.disconnect();
        inform(`You are signed out of ${server.title}.`);
      },
    }),
  };
}

function isRemote({ definition }: McpEnsemble): boolean {
  return definition.transport.kind !== 'stdio';
}

/**
 * Whether you signed in. If you close the page instead, you can cancel here; otherwise you have a few minutes to come
 * back to it.
 */
async function signIn(server: McpEnsemble, signIns: SignIns): Promise<boolean> {
  const title = `Waiting for you to sign in to ${server.title} in your browser`;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    token.onCancellationRequested(() => void signIns.stop(server));
    try {
      await signIns.signIn(server);
      return true;
    } catch (cause) {
      if (token.isCancellationRequested) return false;
      throw cause;
    }
  });
}
