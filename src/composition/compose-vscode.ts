import * as vscode from 'vscode';
import type { Disposable } from '../converser/async/listeners.ts';
import { createEnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import { createInvokerBreakers } from '../converser/invocation/invoker-breakers.ts';
import { optionsOfModel } from '../converser/models/model-options.ts';
import { createModelRoster } from '../converser/models/model-roster.ts';
import { withOptions } from '../converser/models/with-model-options.ts';
import type { RuleBook } from '../converser/permission/rules.ts';
import type { Log } from '../converser/ports.ts';
import { hidingLog } from '../converser/secrets/hiding-log.ts';
import { createKnownSecrets, type KnownSecrets } from '../converser/secrets/known-secrets.ts';
import { supervisorText } from '../converser/turn/supervisor-text.ts';
import { createPdfText } from '../ensembles/pdf/lazy-pdf-text.ts';
import { createRehearsalProvider } from '../providers/rehearsal/rehearsal-provider.ts';
import { createSpendingTotals } from '../store/spending-totals.ts';
import { createInstructionChoices } from '../vscode/commands/instruction-choices.ts';
import { showingFailures } from '../vscode/commands/palette.ts';
import { createLmProvider } from '../vscode/language-models/lm-provider.ts';
import type { AvailableModels } from '../vscode/models/available-models.ts';
import { createPermissionQuestions, createServerQuestions } from '../vscode/questions/open-questions.ts';
import { createSidebarPerson } from '../vscode/questions/sidebar-person.ts';
import { watchStatus } from '../vscode/status-bar/follow-status.ts';
import { readSettings } from '../vscode/window/settings.ts';
import { showFailure } from '../vscode/window/show-failure.ts';
import { labelOfAttached } from './attachments/attached-label.ts';
import { composeAttachments } from './attachments/compose-attachments.ts';
import { composeCommands } from './compose-commands.ts';
import { composeEnsembles } from './compose-ensembles.ts';
import { composeMcp } from './compose-mcp.ts';
import type { OwnModels } from './compose-models.ts';
import {
  composeChat,
  composeNotifications,
  composeReferences,
  composeSidebar,
  composeTree,
  openInSidebar,
  type Sidebar,
} from './compose-surfaces.ts';
import { composeDecisions, composeHost, composeTurns } from './compose-turns.ts';
import { composeUndo, undoableIn } from './compose-undo.ts';
import type { GatewayConversations } from './gateway/compose-gateway.ts';
import { composeLazyGateway } from './gateway/lazy-gateway.ts';
import { createServerUser } from './mcp/server-user.ts';
import { composeModes } from './modes/compose-modes.ts';
import type { VscodePorts } from './vscode-ports.ts';

export type ConverserInVscode = Awaited<ReturnType<typeof composeVscode>>;

/** The whole of Converser in VS Code. */
export async function composeVscode(ports: VscodePorts) {
  const { extension, storage, user, statusBar } = ports;
  const { own: ownModels, access } = ports.models;
  const secrets = createKnownSecrets(ownModels.knownSecrets);
  const log = hidingLog(ports.log, secrets);
  const { extensionUri } = extension;
  const decisions = composeDecisions(storage.workspaceState);
  const shared = await composeShared({ ...ports, log }, { secrets, rules: decisions.rules });
  const { host, roster, models, questions, requests, references, mcp, ensembles, undo, totals, breakers } =
    shared;
  const { attachments } = shared;
  const { changes } = undo;
  const { contents } = ensembles;
  const supervisor = () => supervisorText(ensembles.rootNames(), readSettings.instructions());
  const { guidance } = ensembles.instructions;
  const { runTurn, compact } = composeTurns({
    host,
    roster,
    supervisor,
    decisions,
    contents,
    journal: undo.journal,
    totals,
    breakers,
    models: models.all,
    guidance,
  });

  const { skills } = ensembles.instructions;
  const modes = await composeModes({ extensionUri, foreign: mcp.folders, log });
  const common = { host, roster, models, references, attachments, skills, questions, changes };
  const surfacePorts = { ...common, runTurn, modes };
  const chat = composeChat(
    { ...surfacePorts, labelOf: file => labelOfAttached(file, ensembles) },
    { ask: user.ask, workspaceState: storage.workspaceState },
  );
  const side = await composeSidebar(
    { ...surfacePorts, compact },
    {
      vouching: decisions.vouching,
      ask: user.ask,
      requests,
      storage,
      extensionUri,
    },
  );
  const { conversation, page, sidebar, store } = side;
  const tree = composeTree({ roster, mcp, ensembles, breakers });
  const commands = composeCommands({
    conversations: { conversation, page, sidebar, store, questions, models, roster },
    servers: { mcp, roster, messageField: page, fileOf: ensembles.fileOf, broken: ensembles.broken },
    ownModels,
    decisions,
    instructions: { ...ensembles.instructions, choices: createInstructionChoices(storage.workspaceState) },
    breakers,
    totals,
    ask: user.ask,
    host,
    extensionUri,
  });
  const gateway = composeLazyGateway({
    models: { all: models.all, providers: ownModels.providers, access },
    roster,
    host,
    decisions,
    journal: undo.journal,
    totals,
    contents,
    breakers,
    guidance,
    storage,
    user,
    window: { extension, supervisor, conversations: conversationsIn(side, log) },
  });
  const status = watchStatus({ roster, questions, conversation, statusBar, totals });
  const notifications = composeNotifications({ questions, requests, mcp, conversation, page });
  const surfaces: readonly Disposable[] = [
    side,
    modes,
    tree,
    commands,
    gateway,
    chat,
    status,
    undo,
    attachments,
    ...notifications,
  ];
  async function dispose(): Promise<void> {
    models.dispose();
    for (const surface of surfaces) surface.dispose();
    decisions.dispose();
    await ensembles.dispose();
    await roster.dispose();
    mcp.dispose();
    await shared.totals.saved();
  }
  return {
    ...shared,
    answerInChat: chat.answer,
    changes,
    vouching: decisions.vouching,
    conversation,
    page,
    sidebar,
    tree,
    commands: {
      ...commands.run,
      ...showingFailures(undo.connect(page, user.ask, undoableIn(side)), log),
      ...showingFailures(gateway.commands, log),
      ...chat.commands,
    },
    gateway,
    dispose,
  };
}

/** What the chat view, the sidebar, the tree, the commands and the gateway have in common. */
async function composeShared(
  { extension, storage, user, models: { own: ownModels }, log }: VscodePorts,
  { secrets, rules }: { readonly secrets: KnownSecrets; readonly rules: RuleBook },
) {
  const host = composeHost(log, secrets);
  const questions = createPermissionQuestions(() => host.ids.next('question'));
  const requests = createServerQuestions(() => host.ids.next('request'));
  const models = composeAvailableModels(ownModels);
  const roster = createEnsembleRoster();
  const serverUser = createServerUser({ user, requests, models: models.all });
  const mcp = composeMcp({ extension, storage, user: serverUser, host, roster });
  const person = createSidebarPerson(requests);
  const foresee = (signal: AbortSignal) => undo.journal.foresee(signal);
  const ensembles = await composeEnsembles({ extension, roster, mcp, storage, person, host, foresee });
  const attachments = composeAttachments(ensembles, {
    secrets,
    rules,
    folder: vscode.Uri.joinPath(storage.workspaceFolder, 'attachments'),
  });
  const references = composeReferences(roster, attachments);
  const undo = composeUndo({ ...ensembles, storage, host });
  const folder = vscode.Uri.joinPath(storage.globalFolder, 'spending').fsPath;
  const totals = createSpendingTotals({ folder, ...host });
  const breakers = createInvokerBreakers(host.clock);
  return {
    host,
    roster,
    models,
    ownModels,
    questions,
    requests,
    references,
    attachments,
    mcp,
    ensembles,
    undo,
    totals,
    breakers,
  };
}

/** Converser's own models, and those of VS Code. */
function composeAvailableModels({ models, providers }: OwnModels): AvailableModels & Disposable {
  const wanted = (reference: string) => optionsOfModel(reference, readSettings.modelOptions());
  const [withText, withWanted] = [createPdfText(), withOptions(wanted)];
  const all = createModelRoster(model => withWanted(withText(model)));
  all.add(createRehearsalProvider());
  const joined = providers.join(all);
  all.add(createLmProvider());
  return {
    own: models,
    all,
    withPdfText: withText,
    providers: () => providers.definitions,
    dispose: () => joined.dispose(),
  };
}

/** You find the conversations that programs lead where yours are. */
function conversationsIn(side: Sidebar, log: Log): GatewayConversations {
  const { store, conversation } = side;
  return {
    store,
    onTurn: id => void conversation.reload(id).catch(cause => showFailure(cause, log)),
    open: id => openInSidebar(id, side),
  };
}
