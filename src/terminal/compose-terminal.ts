import { createEnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import { createModelRoster, type ModelRoster } from '../converser/models/model-roster.ts';
import { createPermissions } from '../converser/permission/permissions.ts';
import { type ConversePorts, ordinaryLimits } from '../converser/turn/converse.ts';
import { builtInTools } from '../ensembles/built-in-tools.ts';
import { driftText } from '../ensembles/mcp/lock/drift-text.ts';
import { createToolLock, type ToolLock } from '../ensembles/mcp/lock/tool-lock.ts';
import { prepareEnsembles } from '../ensembles/prepare-ensembles.ts';
import { createNodeWorkspace } from '../ensembles/workspace/disk/node-workspace.ts';
import { readModelsFile } from '../providers/configured/models-file.ts';
import type { FactsFor } from '../providers/facts/facts.ts';
import { createRehearsalProvider } from '../providers/rehearsal/rehearsal-provider.ts';
import { isAllowed } from './command-line/allowed.ts';
import type { TerminalOptions } from './command-line/options.ts';
import { createTerminalMcp } from './compose-terminal-mcp.ts';
import { connectProvider } from './connect-provider.ts';
import { ensembleFolders, tellOfUntrusted } from './ensemble-folders.ts';
import { openApprovalFile } from './state/approval-file.ts';
import { openCards } from './state/card-file.ts';
import { lockFileOf } from './state/lock-file-of.ts';

export interface TerminalHouse extends ConversePorts {
  readonly models: ModelRoster;
  /** The names of the roots, for the model. */
  readonly rootNames: readonly string[];
  dispose(): Promise<void>;
}

/** Folders in the options are absolute by now. */
export async function buildHouse(options: TerminalOptions, host: Host): Promise<TerminalHouse> {
  const roster = createEnsembleRoster();
  const workspace = createNodeWorkspace({ roots: options.roots });
  const outdating = workspace.onDidChange(() => roster.outdate());
  const lock = createToolLock({
    fileOf: lockFileOf(options),
    pinsFirstSight: true,
    clock: host.clock,
    log: host.log,
  });
  lock.onDidDrift(() => tellOfDrift(lock, host));
  const mcp = createTerminalMcp({ ...options, roster, inspect: lock.inspect }, host);
  const ensembles = await prepareEnsembles({
    folders: ensembleFolders(options, mcp),
    tools: builtInTools({ workspace, clock: host.clock }),
    roster,
    log: host.log,
    kinds: [mcp.kind],
  });
  for (const { file, start, message } of [...ensembles.diagnostics.values()].flat()) {
    host.log.warn(`${file}:${start.line}:${start.column}: ${message}`);
  }
  if (!options.trust) await tellOfUntrusted(options.roots, host);
  const models = createModelRoster();
  models.add(createRehearsalProvider());
  if (options.server !== undefined) {
    const { server, contractPrompt = '' } = options;
    const cards = await openCards(host.log);
    const facts = await readFacts(options, host);
    models.add(connectProvider(server, { ...host, cards, facts, contractPrompt: () => contractPrompt }));
  }
  const permissions = createPermissions({
    approver: host.approver,
    ruleFor: name => (isAllowed(name, options.allow) ? 'allow' : undefined),
    // Whoever types a command in a folder works with it; the tools that came with it are another matter.
    isTrusted: () => true,
    remembered: await openApprovalFile(options.roots),
  });
  return {
    roster,
    permissions,
    host,
    limits: {
      ...ordinaryLimits,
      rounds: options.rounds ?? ordinaryLimits.rounds,
      caps: options.cap === undefined ? {} : { turn: options.cap },
    },
    models,
    rootNames: workspace.roots.map(({ name }) => name),
    async dispose() {
      outdating.dispose();
      await ensembles.dispose();
      await roster.dispose();
      mcp.dispose();
      workspace.dispose();
    },
  };
}

/** What is wrong in the person's file of models is told, and the rest of it counts. */
function tellOfDrift({ servers }: ToolLock, { log }: Host): void {
  for (const { trouble, drifts } of servers) {
    if (trouble !== undefined) log.warn(trouble);
    for (const drift of drifts) log.warn(`${driftText(drift)} --accept-lock accepts it.`);
  }
}

async function readFacts({ modelsFile }: TerminalOptions, { log }: Host): Promise<readonly FactsFor[]> {
  if (modelsFile === undefined) return [];
  const { facts, problems } = await readModelsFile(modelsFile);
  for (const { line, message } of problems) log.warn(`--models-file, line ${line}: ${message}`);
  return facts;
}
