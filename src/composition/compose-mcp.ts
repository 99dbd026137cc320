import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../converser/async/listeners.ts';
import type { Ensemble } from '../converser/ensemble/ensemble.ts';
import { type EnsembleKind, lazyKind } from '../ensembles/descriptors/ensemble-kind.ts';
import { lockFileName } from '../ensembles/descriptors/files/reserved-names.ts';
import type {
  EnsembleFolder,
  ForeignFile,
  PreparedEnsembles,
} from '../ensembles/descriptors/prepared-ensembles.ts';
import type { ServerDefinition } from '../ensembles/mcp/definition/server-definition.ts';
import { isMcpEnsemble } from '../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpPorts } from '../ensembles/mcp/ensemble/mcp-ports.ts';
import type { Drift } from '../ensembles/mcp/lock/find-drift.ts';
import type { McpJsonPlace } from '../ensembles/mcp/mcp-json/mcp-json-ensembles.ts';
import { changeText } from '../vscode/mcp/changes/describe-change.ts';
import { watchLocks } from '../vscode/mcp/changes/watch-locks.ts';
import type { AddServerPorts } from '../vscode/mcp/commands/add-server.ts';
import type { Launches } from '../vscode/mcp/commands/approval-commands.ts';
import type { Imports } from '../vscode/mcp/commands/import-servers.ts';
import type { SignIns } from '../vscode/mcp/commands/sign-in-commands.ts';
import { createLaunchMemory } from '../vscode/mcp/questions/launch-memory.ts';
import { createServerValues, type ServerValues } from '../vscode/mcp/questions/server-values.ts';
import { createUriRedirects } from '../vscode/mcp/questions/uri-redirects.ts';
import { createUserPorts, type UserPorts } from '../vscode/mcp/questions/user-ports.ts';
import { createServerLogs, type ServerLogs } from '../vscode/mcp/server-logs.ts';
import type { ServerKnowledge } from '../vscode/tools-view/ensembles-tree-nodes.ts';
import { buildOnce } from '../vscode/window/build-once.ts';
import { readSettings, writeSettings } from '../vscode/window/settings.ts';
import type { McpHouseOptions, Works } from './load-mcp.ts';

/** MCP servers in VS Code. Nothing of the protocol is loaded before some file describes a server. */
export interface McpHouse extends Disposable {
  readonly kind: EnsembleKind;
  /** VS Code's own files of servers: the person's, and one in each opened folder. */
  readonly userFolder: EnsembleFolder;
  workspaceFolders(): readonly EnsembleFolder[];
  readonly knowledge: Omit<ServerKnowledge, 'hasFile'>;
  readonly onDidChangeKnowledge: Listen<void>;
  /** Where an ensemble comes from, in sentences, as far as files describe it. */
  originOf(ensemble: Ensemble, prepared: PreparedEnsembles): string | undefined;
  readonly commandParts: {
    readonly logs: ServerLogs;
    readonly values: ServerValues;
    readonly launches: Launches;
    readonly signIns: SignIns;
    readonly imports: Imports;
    readonly ownFolder: AddServerPorts['ownFolder'];
  };
  readonly drifts: {
    all(): readonly Drift[];
    texts(drift: Drift): { readonly pinned: string; readonly present: string };
    accept(drifts: readonly Drift[]): Promise<void>;
  };
  /** From now on somebody stands in for the person, in what they are given; in nothing: the person is back. */
  standIn(other: Partial<UserPorts>): void;
}

export function createMcpHouse(options: McpHouseOptions): McpHouse {
  const { context, roster } = options;
  const themselves = createUserPorts({
    ask: options.ask,
    machine: { platform: process.platform, home: homedir(), environment: process.env },
  });
  let person = themselves;
  const logs = createServerLogs();
  const values = createServerValues({
    secrets: context.secrets,
    state: context.globalState,
    ask: {
      pick: question => person.ask.pick(question),
      enter: question => person.ask.enter(question),
      confirm: question => person.ask.confirm(question),
      wait: (title, work) => person.ask.wait(title, work),
    },
    environment: process.env,
    userHome: homedir(),
  });
  const launches = createLaunchMemory(context.globalState, () => changes.fire());
  const redirects = createUriRedirects({
    extensionId: context.extension.id,
    hasDocument: () => readSettings.clientMetadataUrl() !== '',
  });
  const changes = listeners<void>();
  const signedIn = new Set<string>();
  let works: Works | undefined;
  const loading = buildOnce(async () => {
    const { loadWorks } = await import('./load-mcp.ts');
    works = await loadWorks({ ...options, logs, values, launches, redirects, person: () => person });
    works.lock.onDidDrift(() => changes.fire());
    works.lock.onDidAccept(({ server }) => void reinspect(server));
    return works;
  });

  async function reinspect(server: string): Promise<void> {
    await roster.ensembles
      .filter(isMcpEnsemble)
      .find(({ name }) => name === server)
      ?.reinspect();
    changes.fire();
  }

  /** Who is signed in is kept where other windows change it, too. */
  async function lookAtSignIns(): Promise<void> {
    for (const { definition } of roster.ensembles.filter(isMcpEnsemble)) {
      if (definition.transport.kind === 'stdio' || works === undefined) continue;
      const isIn = await works.signIns.isSignedIn(definition).catch(() => false);
      if (isIn === signedIn.has(definition.name)) continue;
      if (isIn) signedIn.add(definition.name);
      else signedIn.delete(definition.name);
      changes.fire();
    }
  }

  /** The lock goes on knowing servers that are there no longer; nobody need look at what they have changed. */
  function drifts(): readonly Drift[] {
    const present = new Set(roster.ensembles.map(({ name }) => name));
    return (works?.lock.drifts ?? []).filter(({ server }) => present.has(server));
  }

  const foreign = (place: McpJsonPlace): ForeignFile => ({
    name: place.name,
    prepare: async (at, files) => (await loading.get()).foreign(place).prepare(at, files),
  });
  const subscriptions = [
    context.secrets.onDidChange(() => void lookAtSignIns()),
    roster.onDidChange(() => void lookAtSignIns()),
    watchLocks(roster, lockFileName),
  ];

  return {
    kind: lazyKind('mcp', async () => (await loading.get()).kind),
    userFolder: {
      // Beside the folder in which extensions keep theirs.
      path: vscode.Uri.joinPath(context.globalStorageUri, '..', '..').fsPath,
      origin: 'user',
      isTrusted: () => readSettings.takesMcpFile('user'),
      file: foreign({ name: 'mcp.json', kind: 'user configuration' }),
    },
    workspaceFolders: () =>
      workspacePlaces().map(({ path: place, ...of }) => ({
        path: place,
        origin: 'workspace',
        isTrusted: () => vscode.workspace.isTrusted && readSettings.takesMcpFile('workspace'),
        file: foreign({ kind: 'mcp.json', ...of }),
      })),
    knowledge: {
      isApproved: definition => works?.approval.isApproved(definition) ?? true,
      isSignedIn: ({ name }) => signedIn.has(name),
      changedTools: server =>
        drifts()
          .filter(drift => drift.server === server)
          .map(drift => ({
            tool: drift.tool,
            kind: 'quarantined',
            message: works?.driftText(drift) ?? '',
            change: changeText(drift),
          })),
    },
    onDidChangeKnowledge: changes.listen,
    originOf: (ensemble, prepared) => works?.originOf(ensemble, prepared),
    commandParts: {
      logs,
      values,
      launches: {
        isApproved: ({ definition }) => works?.approval.isApproved(definition) ?? true,
        reconsider: ({ definition }) => works?.approval.reconsider(definition),
        revoke: async ({ definition }) => (await loading.get()).approval.revoke(definition),
      },
      signIns: {
        async signIn({ definition }) {
          const { ports, signIns } = await loading.get();
          await signIns.signIn(await filled(definition, ports));
        },
        async stop({ definition }) {
          const { ports, signIns } = await loading.get();
          signIns.stop(await filled(definition, ports));
        },
        async signOut({ definition }) {
          const { ports, signIns } = await loading.get();
          await signIns.signOut(await filled(definition, ports));
        },
      },
      imports: {
        async find() {
          const { findImportable } = await import('../ensembles/mcp/import/find-importable.ts');
          return findImportable({
            ...person.machine,
            // Of a folder that is not trusted not even that it has such files is of interest.
            folders: vscode.workspace.isTrusted ? values.folders.map(folder => folder.path) : [],
            readText: file => values.readText(file),
          });
        },
        async take(servers) {
          const [{ importServers }, { launchQuestion }] = await Promise.all([
            import('../ensembles/mcp/import/import-servers.ts'),
            import('../ensembles/mcp/approval/launch-question.ts'),
          ]);
          const folder = (await ownFolder(context)).fsPath;
          const secrets = { get: (key: string) => values.secret(key), store: values.keepSecret };
          const approve = (definition: ServerDefinition) =>
            person.askLaunch(launchQuestion(definition, undefined), new AbortController().signal);
          return importServers(servers, { folder, secrets, approve });
        },
      },
      ownFolder: () => ownFolder(context),
    },
    drifts: {
      all: drifts,
      texts: drift => works?.diffTexts(drift) ?? { pinned: '', present: '' },
      accept: async drifts => (await loading.get()).lock.accept(drifts),
    },
    standIn(other) {
      person = { ...themselves, ...other };
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      works?.ports.process.guard?.dispose();
      redirects.dispose();
      logs.dispose();
    },
  };
}

/** The files of the opened workspace in which VS Code lets servers be described, the strongest last. */
function workspacePlaces(): readonly (Omit<McpJsonPlace, 'kind'> & { readonly path: string })[] {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const ofFolders = workspaceFolders
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => ({
      path: vscode.Uri.joinPath(uri, '.vscode').fsPath,
      name: 'mcp.json',
      folder: uri.fsPath,
    }));
  if (workspaceFile?.scheme !== 'file') return ofFolders;
  const { dir, base } = path.parse(workspaceFile.fsPath);
  return [{ path: dir, name: base, section: ['settings', 'mcp'] }, ...ofFolders];
}

async function filled(definition: ServerDefinition, { beforeStart }: McpPorts): Promise<ServerDefinition> {
  return (await beforeStart?.fillIn?.(definition, AbortSignal.timeout(60_000))) ?? definition;
}

/** Where the person keeps descriptors; where they never said so, a folder of ours becomes theirs. */
async function ownFolder({ globalStorageUri }: vscode.ExtensionContext): Promise<vscode.Uri> {
  const set = readSettings.ensemblesFolder();
  const folder = set === '' ? vscode.Uri.joinPath(globalStorageUri, 'ensembles') : vscode.Uri.file(set);
  await vscode.workspace.fs.createDirectory(folder);
  if (set === '') await writeSettings.ensemblesFolder(folder.fsPath);
  return folder;
}
