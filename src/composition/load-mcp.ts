import path from 'node:path';
import * as vscode from 'vscode';
import type { Ensemble } from '../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import type { ModelRoster } from '../converser/models/model-roster.ts';
import type { PreparedEnsembles } from '../ensembles/descriptors/prepared-ensembles.ts';
import type { ServerHandlers } from '../ensembles/mcp/connection/connection-ports.ts';
import { isMcpEnsemble } from '../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpPorts } from '../ensembles/mcp/ensemble/mcp-ports.ts';
import type { SignInPorts } from '../ensembles/mcp/sign-in/sign-in-ports.ts';
import type { createLaunchMemory } from '../vscode/mcp/questions/launch-memory.ts';
import { samplingConsent } from '../vscode/mcp/questions/sampling-consent.ts';
import type { createServerValues } from '../vscode/mcp/questions/server-values.ts';
import { createSidebarElicitor } from '../vscode/mcp/questions/sidebar-elicitor.ts';
import type { createUriRedirects } from '../vscode/mcp/questions/uri-redirects.ts';
import type { UserPorts } from '../vscode/mcp/questions/user-ports.ts';
import type { createServerLogs } from '../vscode/mcp/server-logs.ts';
import { chosenModel } from '../vscode/models/chosen-model.ts';
import type { ServerQuestions } from '../vscode/questions/open-questions.ts';
import type { AskUser } from '../vscode/window/ask-user.ts';
import { readSettings } from '../vscode/window/settings.ts';

export interface McpHouseOptions {
  readonly context: vscode.ExtensionContext;
  readonly host: Host;
  readonly roster: EnsembleRoster;
  readonly models: ModelRoster;
  readonly requests: ServerQuestions;
  readonly ask: AskUser;
}

export interface Working extends McpHouseOptions {
  readonly logs: ReturnType<typeof createServerLogs>;
  readonly values: ReturnType<typeof createServerValues>;
  readonly launches: ReturnType<typeof createLaunchMemory>;
  readonly redirects: ReturnType<typeof createUriRedirects>;
  readonly person: () => UserPorts;
}

export type Works = Awaited<ReturnType<typeof loadWorks>>;

/** Milliseconds. VS Code gives extensions a few seconds to end, and a server's end may take this twice. */
const shutdown = 1_000;

/** What works with servers, loaded when the first file describes one. */
export async function loadWorks(working: Working) {
  const { context, host, roster, values, launches, redirects, person } = working;
  const { clock, ids, log } = host;
  const [
    { createMcpEnsemble },
    { mcpKind },
    { mcpJsonEnsembles },
    { mergeSources, explainServer },
    { createLaunchApproval },
    { createSignIns },
    { createToolLock },
    { driftText, diffTexts },
    { lockPlace },
    { fillInValues },
    { folderManifests },
    { createLoginPath },
    { createProcessGuard },
    { createStartSlots },
    { createElicit },
    { createSample },
    { spillIntoRoster },
    { serverRoots },
  ] = await Promise.all([
    import('../ensembles/mcp/ensemble/mcp-ensemble.ts'),
    import('../ensembles/mcp/ensemble/mcp-kind.ts'),
    import('../ensembles/mcp/mcp-json/mcp-json-ensembles.ts'),
    import('../ensembles/mcp/mcp-json/merge-sources.ts'),
    import('../ensembles/mcp/approval/launch-approval.ts'),
    import('../ensembles/mcp/sign-in/sign-ins.ts'),
    import('../ensembles/mcp/lock/tool-lock.ts'),
    import('../ensembles/mcp/lock/drift-text.ts'),
    import('../ensembles/mcp/lock/lock-place.ts'),
    import('../ensembles/mcp/definition/substitute-values.ts'),
    import('../ensembles/mcp/manifest/folder-manifests.ts'),
    import('../ensembles/mcp/process/login-path.ts'),
    import('../ensembles/mcp/process/process-guard.ts'),
    import('../ensembles/mcp/process/start-slots.ts'),
    import('../ensembles/mcp/elicitation/elicit.ts'),
    import('../ensembles/mcp/sampling/sample.ts'),
    import('../ensembles/mcp/calls/spill-into-roster.ts'),
    import('../ensembles/mcp/definition/server-roots.ts'),
  ]);
  const storage = context.globalStorageUri.fsPath;
  const approval = createLaunchApproval({
    ask: (question, signal) => person().askLaunch(question, signal),
    memory: launches,
    isTrusted: () => vscode.workspace.isTrusted,
  });
  const signIns = createSignIns({ ...signInPorts(working), redirects, clock });
  const lock = createToolLock({
    fileOf: definition => lockPlace(definition, storage),
    pinsFirstSight: true,
    clock,
    log,
  });
  const ports: McpPorts = {
    clock,
    limits: { shutdown },
    process: {
      environment: process.env,
      loginPath: createLoginPath({ environment: process.env }),
      guard: createProcessGuard(),
      slots: createStartSlots({ clock }),
    },
    connection: {
      log: line => working.logs.add(line),
      logLevels: working.logs.levels,
      handlers: handlersOf(working, { createElicit, createSample, serverRoots }),
      signIns,
    },
    beforeStart: {
      approve: (definition, signal) => approval.approve(definition, signal),
      fillIn: (definition, signal) => fillInValues(definition, { values, signal }),
    },
    tools: {
      memory: folderManifests(path.join(storage, 'mcp')),
      expect: lock.expect,
      inspect: lock.inspect,
      spill: spillIntoRoster({
        folder: path.join(storage, 'results'),
        roster,
        nextId: () => ids.next('r'),
      }),
    },
  };
  const foreign = mcpJsonEnsembles(definition => createMcpEnsemble(definition, ports));
  return {
    ports,
    approval,
    signIns,
    lock,
    foreign,
    driftText,
    diffTexts,
    kind: mcpKind(ports),
    originOf({ name }: Ensemble, { prepared }: PreparedEnsembles): string | undefined {
      const sources = prepared.flatMap(({ name: own, file, rank, ensemble }) =>
        own === undefined
          ? []
          : [
              {
                name: own,
                file,
                rank,
                ...(ensemble && isMcpEnsemble(ensemble) && { definition: ensemble.definition }),
              },
            ],
      );
      const merged = mergeSources(sources).find(server => server.name === name);
      return merged?.chosen.definition && explainServer(merged);
    },
  };
}

interface HandlerMakers {
  readonly createElicit: typeof import('../ensembles/mcp/elicitation/elicit.ts').createElicit;
  readonly createSample: typeof import('../ensembles/mcp/sampling/sample.ts').createSample;
  readonly serverRoots: typeof import('../ensembles/mcp/definition/server-roots.ts').serverRoots;
}

function handlersOf(
  { requests, models, host, person, values }: Working,
  { createElicit, createSample, serverRoots }: HandlerMakers,
): ServerHandlers {
  return {
    elicit: createElicit({
      elicitor: createSidebarElicitor(requests),
      openBrowser: page => person().openPage(page),
    }),
    sample: createSample({
      ...host,
      models: signal => models.models(signal),
      chosen: signal => chosenModel(models, signal),
      consent: samplingConsent(requests),
    }),
    roots: async () => serverRoots(values.folders),
    onDidChangeRoots: listener =>
      vscode.Disposable.from(
        vscode.workspace.onDidChangeWorkspaceFolders(() => listener()),
        vscode.workspace.onDidGrantWorkspaceTrust(() => listener()),
      ),
  };
}

function signInPorts({ context: { secrets }, person }: Working): Omit<SignInPorts, 'redirects' | 'clock'> {
  return {
    secrets: {
      get: async (key: string) => secrets.get(key),
      set: async (key: string, value: string) => secrets.store(key, value),
      delete: async (key: string) => secrets.delete(key),
    },
    openBrowser: page => person().openPage(page),
    mayOpen: (question, signal) => person().mayOpen(question, signal),
    clientMetadataUrl: readSettings.clientMetadataUrl,
  };
}
