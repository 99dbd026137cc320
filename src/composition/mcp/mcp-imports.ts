import * as vscode from 'vscode';
import type { ServerDefinition } from '../../ensembles/mcp/definition/server-definition.ts';
import type { Imports } from '../../vscode/mcp/commands/import-command.ts';
import type { ServerValues } from '../../vscode/mcp/questions/server-values.ts';
import type { UserPorts } from '../../vscode/mcp/questions/user-ports.ts';

export interface McpImportPorts {
  readonly user: Pick<UserPorts, 'machine' | 'askLaunch'>;
  readonly values: ServerValues;
  readonly ownFolder: () => Promise<vscode.Uri>;
}

export function createMcpImports({ user, values, ownFolder }: McpImportPorts): Imports {
  return {
    async find() {
      const { findImportable } = await import('../../ensembles/mcp/import/find-importable.ts');
      return findImportable({
        ...user.machine,
        // An untrusted folder must not even reveal whether such files exist.
        folders: vscode.workspace.isTrusted ? values.folders.map(folder => folder.path) : [],
        readText: file => values.readText(file),
      });
    },
    async take(servers) {
      const [{ importServers }, { launchQuestion }] = await Promise.all([
        import('../../ensembles/mcp/import/import-servers.ts'),
        import('../../ensembles/mcp/approval/launch-question.ts'),
      ]);
      const approve = (definition: ServerDefinition) =>
        user.askLaunch(launchQuestion(definition), new AbortController().signal);
      return importServers(servers, {
        folder: (await ownFolder()).fsPath,
        secrets: { get: (key: string) => values.secret(key), store: values.keepSecret },
        approve,
      });
    },
  };
}
