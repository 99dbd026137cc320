import type * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { isMcpEnsemble } from '../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { LazyMcp } from '../../ensembles/mcp/lazy-mcp.ts';
import type { SignIns } from '../../vscode/mcp/commands/sign-in.ts';

export interface McpSignIns extends SignIns, Disposable {
  readonly onDidChange: Listen<void>;
}

export interface McpSignInPorts {
  readonly roster: EnsembleRoster;
  /** Other windows sign in and out, too. */
  readonly onDidChangeSecrets: vscode.SecretStorage['onDidChange'];
}

export function createMcpSignIns(mcp: LazyMcp, { roster, onDidChangeSecrets }: McpSignInPorts): McpSignIns {
  const changes = listeners<void>();
  const signedIn = new Set<string>();

  async function update(): Promise<void> {
    for (const { definition } of roster.ensembles.filter(isMcpEnsemble)) {
      if (definition.transport.kind === 'stdio' || mcp.now === undefined) continue;
      const isIn = await (await mcp.now.signIns()).isSignedIn(definition).catch(() => false);
      if (isIn === signedIn.has(definition.name)) continue;
      if (isIn) signedIn.add(definition.name);
      else signedIn.delete(definition.name);
      changes.fire();
    }
  }

  const subscriptions = [onDidChangeSecrets(() => void update()), roster.onDidChange(() => void update())];
  return {
    has: server => signedIn.has(server),
    onDidChange: changes.listen,
    async signIn(server) {
      await (await (await mcp.get()).signIns()).signIn(await filled(server, mcp));
    },
    async stop(server) {
      (await (await mcp.get()).signIns()).stop(await filled(server, mcp));
    },
    async signOut(server) {
      await (await (await mcp.get()).signIns()).signOut(await filled(server, mcp));
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

async function filled({ definition }: McpEnsemble, mcp: LazyMcp) {
  return (await mcp.get()).fillIn(definition, AbortSignal.timeout(60_000));
}
