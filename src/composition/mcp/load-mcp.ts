import * as vscode from 'vscode';
import type { Host } from '../../converser/ground/host.ts';
import type { LaunchMemory } from '../../ensembles/mcp/approval/launch-approval.ts';
import type { Mcp, McpHostPorts } from '../../ensembles/mcp/create-mcp.ts';
import type { Elicitor } from '../../ensembles/mcp/elicitation/elicitor.ts';
import type { SamplingPorts } from '../../ensembles/mcp/sampling/sample.ts';
import type { Redirects } from '../../ensembles/mcp/sign-in/redirects.ts';
import type { ServerValues } from '../../vscode/mcp/questions/server-values.ts';
import type { UserPorts } from '../../vscode/mcp/questions/user-ports.ts';
import type { ServerLogs } from '../../vscode/mcp/server-logs.ts';

export interface ServerUser extends UserPorts {
  readonly elicitor: Elicitor;
  readonly sampling: Omit<SamplingPorts, 'clock' | 'ids'>;
}

export interface LoadMcpPorts {
  readonly host: Host;
  readonly user: ServerUser;
  readonly kept: KeptForServers;
  readonly logs: ServerLogs;
  readonly redirects: Redirects;
}

export interface KeptForServers {
  readonly secrets: vscode.SecretStorage;
  readonly values: ServerValues;
  readonly launches: LaunchMemory;
  readonly folder: vscode.Uri;
}

/** In milliseconds. VS Code gives extensions a few seconds to end, and a server's end may take this twice. */
const shutdown = 1_000;

export async function loadMcp(ports: LoadMcpPorts): Promise<Mcp> {
  const { host, user, kept, logs, redirects } = ports;
  const [{ createMcp }, { lockPlace }] = await Promise.all([
    import('../../ensembles/mcp/create-mcp.ts'),
    import('../../ensembles/mcp/lock/lock-place.ts'),
  ]);
  return createMcp({
    host,
    launches: {
      ask: user.askLaunch,
      memory: kept.launches,
      isTrusted: () => vscode.workspace.isTrusted,
      values: kept.values,
    },
    signIns: {
      secrets: kept.secrets,
      redirects,
      user: { openBrowser: user.openPage, mayOpen: user.mayOpen },
    },
    questions: questionPorts(user),
    storage: {
      lock: { fileOf: definition => lockPlace(definition, kept.folder.fsPath), pinsFirstSight: true },
      manifests: vscode.Uri.joinPath(kept.folder, 'mcp').fsPath,
    },
    servers: { log: logs.add, logLevels: logs.levels, limits: { shutdown } },
  });
}

function questionPorts({ elicitor, openPage, sampling }: ServerUser): McpHostPorts['questions'] {
  return {
    elicit: { elicitor, openBrowser: openPage },
    sample: sampling,
    onDidChangeRoots: listener =>
      vscode.Disposable.from(
        vscode.workspace.onDidChangeWorkspaceFolders(() => listener()),
        vscode.workspace.onDidGrantWorkspaceTrust(() => listener()),
      ),
  };
}
