import { homedir } from 'node:os';
import path from 'node:path';
import type { Disposable } from '../converser/ground/async/listeners.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import { builtInTools } from '../ensembles/built-in-tools.ts';
import { lazyDatabaseKind } from '../ensembles/database/lazy-database-kind.ts';
import { withChangesAsked } from '../ensembles/descriptors/folders-in-roots.ts';
import type { PreparedEnsembles } from '../ensembles/descriptors/prepared-ensembles.ts';
import { lazyHttpKind } from '../ensembles/http/lazy-http-kind.ts';
import type { LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import { prepareEnsembles } from '../ensembles/prepare-ensembles.ts';
import { lazyCommandKind } from '../ensembles/shell/described/lazy-command-kind.ts';
import { createSandbox } from '../ensembles/shell/sandbox/sandbox.ts';
import { createShell, type Shell } from '../ensembles/shell/shell.ts';
import { createToolContext, type ToolContext } from '../ensembles/workspace/places/tool-context.ts';
import { deniedChanges } from '../ensembles/workspace/places/withhold.ts';
import { ensembleFolders } from './ensemble-folders.ts';
import { followEnsembleChoices, followToolChoices } from './follow-choices.ts';
import type { HostPorts } from './host-ports.ts';
import type { Undo } from './open-undo.ts';

export type Guarded = Pick<ToolContext, 'protectedRoles' | 'addedPlaces' | 'labels'>;

export interface ToolSources {
  readonly roster: EnsembleRoster;
  readonly mcp: LazyMcp;
  readonly undo: Undo;
  readonly guarded: Guarded;
}

export interface PreparedTools {
  readonly ensembles: PreparedEnsembles;
  dispose(): Promise<void>;
}

export async function prepareTools(ports: HostPorts, sources: ToolSources): Promise<PreparedTools> {
  const { host, workspace, folders, settings, onDidChangeSetting, person } = ports;
  const { roster, mcp, guarded } = sources;
  const { log, secrets } = host;
  const shared = createToolContext(workspace, guarded);
  const shell = openShell(ports, sources, shared);
  const values = {
    ...ports.secrets,
    learn: (value: string) => secrets.learn(value),
    hide: secrets.hide,
  };
  const found = () => withChangesAsked(ensembleFolders(ports, mcp), folders.opened());
  const ensembles = await prepareEnsembles({
    folders: found(),
    kinds: [
      mcp.kind,
      lazyHttpKind(values),
      lazyCommandKind({ shell, secrets: values }),
      lazyDatabaseKind(shared),
    ],
    tools: builtInTools({ shared, person, shell, web: { localHosts: () => settings.localHosts } }),
    roster,
    log,
  });
  const readFolders = () => void ensembles.setFolders(found());
  const following: readonly Disposable[] = [
    workspace.onDidChange(() => roster.outdate()),
    followEnsembleChoices(roster, ports),
    followToolChoices(roster, ports),
    onDidChangeSetting('ensemblesFolder', readFolders),
    onDidChangeSetting('mcpFiles', readFolders),
    folders.onDidChange(readFolders),
  ];
  return {
    ensembles,
    async dispose() {
      for (const each of following) each.dispose();
      await ensembles.dispose();
      await shell.dispose();
    },
  };
}

function openShell(ports: HostPorts, { undo, guarded }: ToolSources, shared: ToolContext): Shell {
  const { host, settings, workspace, storage, loginPath, decisions } = ports;
  const { addedPlaces, labels, protectedRoles } = guarded;
  const environment = process.env;
  const folder = path.join(storage.folder, 'commands');
  const sandbox = createSandbox({
    folder,
    mode: () => settings.shell.sandbox,
    roots: () => workspace.roots,
    writable: () => settings.shell.writableFolders,
    addedPlaces,
    denied: () => deniedChanges(shared, decisions.rules),
    protectedPlaces: () => protectedRoles().map(role => role.path),
    hidden: [storage.hidden],
    home: homedir(),
    environment,
  });
  const { foresee } = undo.journal;
  return createShell({
    ...host,
    workspace,
    foresee,
    folder,
    environment,
    loginPath,
    sandbox,
    addedPlaces,
    labels,
  });
}
