import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { mcpProviderId } from '../common/contributions.ts';
import type { GatewayControl } from './gateway-control.ts';
import type { GatewayKeys } from './gateway-keys.ts';

export const vscodeClient = 'VS Code';

export interface OfferSources {
  readonly control: Pick<GatewayControl, 'state' | 'onDidChange'>;
  readonly keys: Pick<GatewayKeys, 'of'>;
  readonly version: string;
}

export function offerToVscode({ control, keys, version }: OfferSources): Disposable {
  return vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, {
    onDidChangeMcpServerDefinitions: listener => control.onDidChange(() => listener()),
    provideMcpServerDefinitions() {
      const { state } = control;
      if (state.status !== 'running') return [];
      const address = vscode.Uri.parse(`${state.baseUrl}/mcp`);
      return [new vscode.McpHttpServerDefinition('Converser', address, {}, version)];
    },
    // VS Code keeps what is provided, and forgets what is resolved.
    async resolveMcpServerDefinition(server) {
      const { key } = await keys.of(vscodeClient);
      if (server instanceof vscode.McpHttpServerDefinition)
        server.headers = { authorization: `Bearer ${key}` };
      return server;
    },
  });
}
