import { homedir } from 'node:os';
import path from 'node:path';
import {
  createInvokerBreakers,
  type InvokerBreakers,
} from '../converser/call/invocation/invoker-breakers.ts';
import type { Host } from '../converser/ground/host.ts';
import type { ConversePorts } from '../converser/turn/converse-options.ts';
import { supervisorText } from '../converser/turn/request/supervisor-text.ts';
import { createEnsembleRoster, type EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import { createFallbacks } from '../converser/words/models/fallback/fallbacks.ts';
import type { Root } from '../converser/words/workspace/workspace.ts';
import type { PreparedEnsembles } from '../ensembles/descriptors/prepared-ensembles.ts';
import { createLazyMcp, type LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import type { PreparedModes } from '../ensembles/prepare-modes.ts';
import {
  createWorkspaceAttachments,
  type WorkspaceAttachments,
} from '../ensembles/workspace/attachments/workspace-attachments.ts';
import {
  guidingFolders,
  ownInstructionFolders,
  ownSkillFolders,
} from '../ensembles/workspace/guiding-folders.ts';
import { openProposals, type Proposals } from '../ensembles/workspace/proposal/proposals.ts';
import { createAddedPlaces } from '../ensembles/workspace/protection/added-places.ts';
import { readContents } from '../ensembles/workspace/search/read-contents.ts';
import { createInstructions, type Instructions } from '../instructions/create-instructions.ts';
import type { OpenedFolders } from '../instructions/instruction-files.ts';
import { createSpendingTotals, type KeptTotals } from '../store/spending-totals.ts';
import { createDecided, type Decided } from './create-decided.ts';
import { createModels, type Models } from './create-models.ts';
import type { HostPorts } from './host-ports.ts';
import { inProposal } from './in-proposal.ts';
import { openModes } from './open-modes.ts';
import { openTelemetry } from './open-telemetry.ts';
import { openUndo, type Undo } from './open-undo.ts';
import { type Guarded, prepareTools } from './prepare-tools.ts';
import { protectedRoles } from './protected-roles.ts';
import { type CompactNow, createCompactNow, createRunTurn, type RunTurn } from './run-turn.ts';

export interface Converser extends Decided, Pick<Models, 'models' | 'withPdfText'> {
  readonly host: Host;
  readonly converse: RunTurn;
  readonly compact: CompactNow;
  ports(): ConversePorts;
  supervisor(): string;
  readonly roots: readonly Root[];
  readonly roster: EnsembleRoster;
  readonly ensembles: PreparedEnsembles;
  readonly mcp: LazyMcp;
  modes(): Promise<PreparedModes>;
  readonly breakers: InvokerBreakers;
  readonly totals: KeptTotals;
  readonly undo: Undo;
  readonly proposals: Proposals;
  readonly guarded: Guarded;
  readonly attachments: WorkspaceAttachments;
  readonly instructions: Instructions;
  dispose(): Promise<void>;
}

export async function createConverser(ports: HostPorts): Promise<Converser> {
  const { host, settings, workspace, storage, decisions } = ports;
  const { clock } = host;
  const roster = createEnsembleRoster();
  const { models, withPdfText, ...providers } = createModels(ports);
  const mcp = createLazyMcp(() => ports.loadMcp({ roster, models }));
  const undo = openUndo(ports);
  const proposals = await openProposals({
    folder: path.join(storage.folder, 'proposals'),
    roots: () => workspace.roots,
    log: host.log,
  });
  const guarded = guardedBy(ports, undo);
  const tools = await prepareTools(ports, { roster, mcp, undo, guarded });
  const decided = createDecided(ports);
  const opened = openedFolders(ports, guarded);
  const instructions = openInstructions(ports, { roster, guarded, opened });
  const breakers = createInvokerBreakers(clock);
  const totals = createSpendingTotals({ folder: path.join(storage.folder, 'spending'), ...host });
  const telemetry = openTelemetry(host);
  const shared = {
    roster,
    permissions: decided.permissions,
    host,
    journal: undo.journal,
    totals,
    contents: readContents(workspace),
    breakers,
    models,
    fallbacks: createFallbacks({ chains: () => settings.fallbacks, clock }),
    guidance: instructions.guidance,
    ...(telemetry && { follow: telemetry.follow }),
  };
  const turns = {
    ports: () => ({ ...shared, limits: settings.limits }),
    supervisor: () =>
      supervisorText(
        workspace.roots.map(({ name }) => name),
        settings.instructions,
      ),
  };
  const modes = openModes(ports, { mcp, opened });
  const attachments = createWorkspaceAttachments({
    ...guarded,
    workspace,
    rules: decisions.rules,
    readBytes: location => workspace.readBytes(location),
  });
  return {
    ...turns,
    ...decided,
    host,
    get roots() {
      return workspace.roots;
    },
    converse: createRunTurn({
      ...turns,
      propose: (within, conversation) =>
        inProposal(within, { proposal: proposals.of(conversation.id), base: workspace, conversation }),
    }),
    compact: createCompactNow(turns),
    roster,
    models,
    withPdfText,
    ensembles: tools.ensembles,
    mcp,
    modes: modes.get,
    breakers,
    totals,
    undo,
    proposals,
    guarded,
    attachments,
    instructions,
    async dispose() {
      providers.dispose();
      modes.dispose();
      attachments.search.dispose();
      await tools.dispose();
      await roster.dispose();
      mcp.now?.dispose();
      workspace.dispose();
      await Promise.all([totals.saved(), telemetry?.dispose()]);
    },
  };
}

interface Guiding {
  readonly roster: EnsembleRoster;
  readonly guarded: Guarded;
  readonly opened: OpenedFolders;
}

function openedFolders({ workspace, folders, decisions }: HostPorts, guarded: Guarded): OpenedFolders {
  return {
    ...guidingFolders(workspace, { ...guarded, rules: decisions.rules }),
    isTrusted: folders.isTrusted,
  };
}

function openInstructions(ports: HostPorts, { roster, guarded, opened }: Guiding): Instructions {
  const { workspace, instructionsOff } = ports;
  return createInstructions({
    folders: opened,
    own: ownSkillFolders(homedir(), guarded),
    personal: ownInstructionFolders(homedir(), guarded),
    off: instructionsOff,
    roster,
    focus: workspace.focus,
  });
}

function guardedBy(ports: HostPorts, { labels }: Undo): Guarded {
  return {
    protectedRoles: () => protectedRoles(ports),
    addedPlaces: createAddedPlaces({
      read: () => ports.settings.protectedPlaces,
      place: 'the setting converser.protectedPlaces',
    }),
    labels,
  };
}
