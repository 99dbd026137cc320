import * as vscode from 'vscode';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';

export interface SignIns {
  /** Whether you are signed in to a server, as far as is known now. */
  has(server: string): boolean;
  signIn(server: McpEnsemble): Promise<void>;
  /** Ends a sign-in that is under way. */
  stop(server: McpEnsemble): Promise<void>;
  signOut(server: McpEnsemble): Promise<void>;
}

/**
 * Whether you signed in. If you close the page instead, you can cancel here; otherwise you have a few minutes to come
 * back to it.
 */
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
