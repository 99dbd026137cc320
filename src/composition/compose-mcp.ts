import * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../converser/ground/async/listeners.ts';
import type { Host } from '../converser/ground/host.ts';
import type { Ensemble } from '../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { ModelRoster } from '../converser/words/models/model-roster.ts';
import { lockFileName } from '../ensembles/descriptors/files/reserved-names.ts';
import { isMcpEnsemble } from '../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import { driftText } from '../ensembles/mcp/lock/drift-text.ts';
import type { Converser } from '../house/create-converser.ts';
import type { HostPorts } from '../house/host-ports.ts';
import { settings, writeSettings } from '../vscode/common/vscode-settings.ts';
import { changeText } from '../vscode/mcp/changes/describe-tool-change.ts';
import { watchLocks } from '../vscode/mcp/changes/watch-locks.ts';
import type { Imports } from '../vscode/mcp/commands/import-command.ts';
import type { Launches } from '../vscode/mcp/commands/server-actions.ts';
import { createLaunchMemory } from '../vscode/mcp/questions/launch-memory.ts';
import { samplingConsent } from '../vscode/mcp/questions/sampling-consent.ts';
import { createServerValues, type ServerValues } from '../vscode/mcp/questions/server-values.ts';
import { createSidebarElicitor } from '../vscode/mcp/questions/sidebar-elicitor.ts';
import { createUriRedirects } from '../vscode/mcp/questions/uri-redirects.ts';
import type { UserPorts } from '../vscode/mcp/questions/user-ports.ts';
import { createServerLogs, type ServerLogs } from '../vscode/mcp/server-logs.ts';
import { chosenModel } from '../vscode/models/chosen-model.ts';
import type { ServerQuestions } from '../vscode/questions/open-questions.ts';
import type { ServerKnowledge } from '../vscode/tools-view/ensembles-tree-nodes.ts';
import { type ChangedTools, createChangedTools } from './mcp/changed-tools.ts';
import { loadMcp, type ServerUser } from './mcp/load-mcp.ts';
import { createMcpImports } from './mcp/mcp-imports.ts';
import { createMcpSignIns, type McpSignIns } from './mcp/mcp-sign-ins.ts';
import type { ExtensionFacts, VscodeStorage } from './vscode-ports.ts';

export interface McpSources {
  readonly extension: Pick<ExtensionFacts, 'id'>;
  readonly storage: VscodeStorage;
  readonly user: UserPorts;
  readonly requests: ServerQuestions;
  readonly host: Host;
}

export interface OpenedMcp {
  readonly load: HostPorts['loadMcp'];
  readonly values: ServerValues;
  connect(converser: Pick<Converser, 'mcp' | 'roster' | 'ensembles'>): McpInVscode;
}

export interface McpInVscode extends Disposable {
  readonly knowledge: ServerKnowledge;
  readonly onDidChangeKnowledge: Listen<void>;
  originOf(ensemble: Ensemble): string | undefined;
  readonly logs: ServerLogs;
  readonly values: ServerValues;
  readonly launches: Launches;
  readonly signIns: McpSignIns;
  readonly imports: Imports;
  readonly changes: ChangedTools;
  ownFolder(): Promise<vscode.Uri>;
}

export function openMcp({ extension, storage, user, requests, host }: McpSources): OpenedMcp {
  const { secrets, globalState, globalFolder } = storage;
  const { ask, machine } = user;
  const { environment, home: userHome } = machine;
  const knowledge = listeners<void>();
  const changed = () => knowledge.fire();
  const logs = createServerLogs();
  const values = createServerValues({ secrets, state: globalState, ask, environment, userHome });
  const memory = createLaunchMemory(globalState, changed);
  const redirects = createUriRedirects(extension.id);
  const own = () => ownFolder(globalFolder);
  return {
    values,
    async load({ roster, models }) {
      const kept = { secrets, values, launches: memory, folder: globalFolder };
      const asked = createServerUser({ user, requests, models });
      const loaded = await loadMcp({ host, user: asked, kept, logs, redirects });
      loaded.lock.onDidDrift(changed);
      loaded.lock.onDidAccept(({ server }) => void reinspect(server, roster).then(changed));
      return loaded;
    },
    connect({ mcp, roster, ensembles }) {
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
        knowledge: serverKnowledge({ mcp, changes }),
        onDidChangeKnowledge: knowledge.listen,
        originOf: ensemble => mcp.now?.originOf(ensemble, ensembles),
        logs,
        values,
        launches: launchesOf(mcp),
        signIns,
        imports: createMcpImports({ user, values, ownFolder: own }),
        changes,
        ownFolder: own,
        dispose() {
          for (const subscription of subscriptions) subscription.dispose();
        },
      };
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

/** Unless the setting names a folder, Converser makes one and writes it to the setting. */
async function ownFolder(globalFolder: vscode.Uri): Promise<vscode.Uri> {
  const set = settings.ensemblesFolder;
  const folder = set === '' ? vscode.Uri.joinPath(globalFolder, 'ensembles') : vscode.Uri.file(set);
  await vscode.workspace.fs.createDirectory(folder);
  if (set === '') await writeSettings.ensemblesFolder(folder.fsPath);
  return folder;
}

interface ServerUserOptions {
  readonly user: UserPorts;
  readonly requests: ServerQuestions;
  readonly models: ModelRoster;
}

function createServerUser({ user, requests, models }: ServerUserOptions): ServerUser {
  return {
    ...user,
    elicitor: createSidebarElicitor(requests),
    sampling: {
      chosen: signal => chosenModel(models, signal),
      consent: samplingConsent(requests),
    },
  };
}

interface KnowledgeSources {
  readonly mcp: LazyMcp;
  readonly changes: Pick<ChangedTools, 'all'>;
}

function serverKnowledge({ mcp, changes }: KnowledgeSources): ServerKnowledge {
  return {
    isApproved: definition => mcp.now?.approval.isApproved(definition) ?? true,
    changedTools: server =>
      changes
        .all()
        .filter(drift => drift.server === server)
        .map(drift => ({
          tool: drift.tool,
          kind: 'quarantined',
          message: driftText(drift),
          change: changeText(drift),
        })),
  };
}
