import * as vscode from 'vscode';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';

export interface SignIns {
  has(server: string): boolean;
  signIn(server: McpEnsemble): Promise<void>;
  stop(server: McpEnsemble): Promise<void>;
  signOut(server: McpEnsemble): Promise<void>;
}

/** Resolves to whether you signed in. If you close the page, you can cancel here. */
export async function signIn(server: McpEnsemble, signIns: SignIns): Promise<boolean> {
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
