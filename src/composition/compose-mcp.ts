import type * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../converser/async/listeners.ts';
import type { Ensemble } from '../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import type { EnsembleKind } from '../ensembles/descriptors/ensemble-kind.ts';
import { lockFileName } from '../ensembles/descriptors/files/reserved-names.ts';
import type { PreparedEnsembles } from '../ensembles/descriptors/prepared-ensembles.ts';
import { isMcpEnsemble } from '../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import { createLazyMcp, type LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import { watchLocks } from '../vscode/mcp/changes/watch-locks.ts';
import type { Imports } from '../vscode/mcp/commands/import-servers.ts';
import type { Launches } from '../vscode/mcp/commands/server-commands.ts';
import { createLaunchMemory } from '../vscode/mcp/questions/launch-memory.ts';
import { createServerValues, type ServerValues } from '../vscode/mcp/questions/server-values.ts';
import { createUriRedirects } from '../vscode/mcp/questions/uri-redirects.ts';
import { createServerLogs, type ServerLogs } from '../vscode/mcp/server-logs.ts';
import type { ForeignFolders } from '../vscode/tools-view/ensemble-folders.ts';
import type { ServerKnowledge } from '../vscode/tools-view/ensembles-tree-nodes.ts';
import { readSettings } from '../vscode/window/settings.ts';
import { type ChangedTools, createChangedTools } from './mcp/changed-tools.ts';
import { loadMcp, type ServerUser } from './mcp/load-mcp.ts';
import { createMcpFolders } from './mcp/mcp-folders.ts';
import { createMcpImports } from './mcp/mcp-imports.ts';
import { createMcpSignIns, type McpSignIns } from './mcp/mcp-sign-ins.ts';
import { ownFolder } from './mcp/own-folder.ts';
import { serverKnowledge } from './mcp/server-knowledge.ts';
import type { ExtensionFacts, VscodeStorage } from './vscode-ports.ts';

export interface McpInVscodePorts {
  readonly extension: Pick<ExtensionFacts, 'id'>;
  readonly storage: VscodeStorage;
  readonly user: ServerUser;
  readonly host: Host;
  readonly roster: EnsembleRoster;
}

/** MCP servers in VS Code. */
export interface McpInVscode extends Disposable {
  readonly kind: EnsembleKind;
  readonly folders: ForeignFolders;
  readonly knowledge: Omit<ServerKnowledge, 'hasFile'>;
  readonly onDidChangeKnowledge: Listen<void>;
  /** Where an ensemble comes from, in sentences, as far as files describe it. */
  originOf(ensemble: Ensemble, prepared: PreparedEnsembles): string | undefined;
  readonly logs: ServerLogs;
  readonly values: ServerValues;
  readonly launches: Launches;
  readonly signIns: McpSignIns;
  readonly imports: Imports;
  readonly changes: ChangedTools;
  /** The folder of your own descriptors. */
  ownFolder(): Promise<vscode.Uri>;
}

export function composeMcp({ extension, storage, user, host, roster }: McpInVscodePorts): McpInVscode {
  const { secrets, globalState, globalFolder } = storage;
  const { ask, machine } = user;
  const { environment, home: userHome } = machine;
  const knowledge = listeners<void>();
  const changed = () => knowledge.fire();
  const logs = createServerLogs();
  const values = createServerValues({ secrets, state: globalState, ask, environment, userHome });
  const memory = createLaunchMemory(globalState, changed);
  const hasDocument = () => readSettings.clientMetadataUrl() !== '';
  const redirects = createUriRedirects({ extensionId: extension.id, hasDocument });
  const mcp = createLazyMcp(async () => {
    const kept = { secrets, values, launches: memory, folder: globalFolder };
    const loaded = await loadMcp({ host, user, kept, logs, redirects });
    loaded.lock.onDidDrift(changed);
    loaded.lock.onDidAccept(({ server }) => void reinspect(server, roster).then(changed));
    return loaded;
  });
  const own = () => ownFolder(globalFolder);
  const signIns = createMcpSignIns(mcp, { roster, onDidChangeSecrets: secrets.onDidChange });
  const changes = createChangedTools(mcp, roster);
  const subscriptions = [
    watchLocks(roster, lockFileName),
    signIns,
    signIns.onDidChange(changed),
    redirects,
    logs,
  ];
  return {
    kind: mcp.kind,
    folders: createMcpFolders(mcp, globalFolder),
    knowledge: serverKnowledge({ mcp, signIns, changes }),
    onDidChangeKnowledge: knowledge.listen,
    originOf: (ensemble, prepared) => mcp.now?.originOf(ensemble, prepared),
    logs,
    values,
    launches: launchesOf(mcp),
    signIns,
    imports: createMcpImports({ user, values, ownFolder: own }),
    changes,
    ownFolder: own,
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      mcp.now?.dispose();
    },
  };
}

/** Offers the tools that were withheld until you accepted them. */
async function reinspect(name: string, roster: EnsembleRoster): Promise<void> {
  const server = roster.ensembles.filter(isMcpEnsemble).find(ensemble => ensemble.name === name);
  await server?.reinspect();
}

function launchesOf(mcp: LazyMcp): Launches {
  return {
    isApproved: ({ definition }) => mcp.now?.approval.isApproved(definition) ?? true,
    reconsider: ({ definition }) => mcp.now?.approval.reconsider(definition),
    revoke: async ({ definition }) => (await mcp.get()).approval.revoke(definition),
  };
}
