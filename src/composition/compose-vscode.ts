import * as vscode from 'vscode';
import type { Disposable } from '../converser/ground/async/listeners.ts';
import type { Log } from '../converser/ground/ports.ts';
import { hidingLog } from '../converser/ground/secrets/hiding-log.ts';
import { createKnownSecrets } from '../converser/ground/secrets/known-secrets.ts';
import { isPrivate } from '../converser/words/conversation/private.ts';
import { locateAbsolute } from '../converser/words/workspace/paths.ts';
import { slashed } from '../ensembles/workspace/real-path.ts';
import { type Converser, createConverser } from '../house/create-converser.ts';
import { createRecorder } from '../store/recording/recorder.ts';
import { recordingFile } from '../store/recording-file.ts';
import { createInstructionChoices } from '../vscode/commands/instruction-choices.ts';
import { showingFailures } from '../vscode/commands/palette.ts';
import { rememberingLog } from '../vscode/commands/remembering-log.ts';
import { commands as commandIds } from '../vscode/common/contributions.ts';
import { showFailure } from '../vscode/common/show-failure.ts';
import { onDidFindMistake } from '../vscode/common/vscode-settings.ts';
import { contributedTools, createLmToolsEnsemble } from '../vscode/language-models/lm-tools-ensemble.ts';
import type { AvailableModels } from '../vscode/models/available-models.ts';
import { createPermissionQuestions, createServerQuestions } from '../vscode/questions/open-questions.ts';
import { createSidebarPerson } from '../vscode/questions/sidebar-person.ts';
import { watchStatus } from '../vscode/status-bar/follow-status.ts';
import { createEnsemblesTree } from '../vscode/tools-view/ensembles-tree.ts';
import { labelOfAttached } from './attached-label.ts';
import { composeAttachments } from './compose-attachments.ts';
import { composeChat } from './compose-chat.ts';
import { composeCommands } from './compose-commands.ts';
import { type ConversationsView, composeConversations } from './compose-conversations.ts';
import { openMcp } from './compose-mcp.ts';
import type { OwnModels } from './compose-models.ts';
import { composePages, openConversation, openStored, type Pages } from './compose-pages.ts';
import { composeNotifications, composeReferences } from './compose-surfaces.ts';
import { conversationsFolder } from './conversations-folder.ts';
import { describedEnsembles } from './described-ensembles.ts';
import { composeRecording } from './exchange/compose-recording.ts';
import type { GatewayConversations } from './gateway/compose-gateway.ts';
import { composeLazyGateway } from './gateway/lazy-gateway.ts';
import { composeTurns } from './turns/compose-turns.ts';
import { composeUndo, undoableIn } from './turns/compose-undo.ts';
import { vscodeHost, vscodeHostPorts } from './vscode-host-ports.ts';
import type { VscodePorts } from './vscode-ports.ts';

export type ConverserInVscode = Awaited<ReturnType<typeof composeVscode>>;

export async function composeVscode(ports: VscodePorts) {
  const { extension, storage, user, statusBar } = ports;
  const { own: ownModels, access } = ports.models;
  const { requests: recent } = ownModels;
  const { extensionUri } = extension;
  const secrets = createKnownSecrets(ownModels.knownSecrets);
  const recentLog = rememberingLog(ports.log);
  const host = vscodeHost(hidingLog(recentLog, secrets), secrets);
  const { log } = host;
  const mistakes = onDidFindMistake(({ key, mistake }) => log.warn(`converser.${key}${mistake}`));
  const questions = createPermissionQuestions(() => host.ids.next('question'));
  const requests = createServerQuestions(() => host.ids.next('request'));
  const opened = openMcp({ extension, storage, user, requests, host });
  const person = createSidebarPerson(requests);
  const hostPorts = vscodeHostPorts({ ...ports, host, mcp: opened, person });
  const converser = await createConverser(hostPorts);
  await converser.roster.set(createLmToolsEnsemble({ own: contributedTools(extension), lm: vscode.lm }));
  const { roster, vouching, breakers, totals, instructions } = converser;
  const models = availableModels(converser, ownModels);
  const mcp = opened.connect(converser);
  const modes = await converser.modes();
  const described = await describedEnsembles(converser, mcp);
  const attachments = composeAttachments(converser, {
    workspace: hostPorts.workspace,
    folder: vscode.Uri.joinPath(storage.workspaceFolder, 'attachments'),
    mayKeep: () => !side.pages.visible.some(isPrivate),
  });
  const references = composeReferences(roster, attachments);
  const undo = composeUndo(converser, { ...storage, workspace: hostPorts.workspace });
  const { changes } = undo;
  const { skills } = instructions;
  const surfacePorts = {
    converser,
    models,
    references,
    attachments,
    skills,
    questions,
    changes,
    modes,
  };
  const chat = composeChat(
    {
      ...surfacePorts,
      async labelOf(file) {
        const place = locateAbsolute(slashed(file.uri.fsPath), hostPorts.workspace.roots);
        if (place !== undefined) await converser.attachments.check(place);
        return labelOfAttached(file, { ...converser.guarded, workspace: hostPorts.workspace });
      },
    },
    { ask: user.ask, workspaceState: storage.workspaceState, pages: () => side },
  );
  const recorder = createRecorder({ host, fileOf: id => recordingFile(conversationsFolder(storage), id) });
  recent.record = recorder.log;
  const side: Pages = await composePages(surfacePorts, {
    ask: user.ask,
    requests,
    recent,
    recorder,
    storage,
    extensionUri,
    compare: (one, other) => undoing.compare(one, other),
    leave: (...turns) => undoing.walk.leave(...turns),
  });
  const { pool, pages, store, finished } = side;
  const { conversation, page, sidebar } = pages.sidebar;
  const conversations = composeConversations({
    ...{ converser, side, questions, requests, changes, storage, extensionUri },
    ask: user.ask,
  });
  const { knowledge, onDidChangeKnowledge } = mcp;
  const { originOf } = described;
  const tree = createEnsemblesTree({ roster, breakers, knowledge, onDidChangeKnowledge, originOf });
  const commands = composeCommands({
    converser,
    pages,
    conversations: {
      ...{ pool, store, finished, questions, requests, models, roster },
      open: async id => (await openConversation(id, pages)).page.focus(),
    },
    servers: { mcp, roster, tree, breakers, pages, fileOf: described.fileOf },
    ownModels,
    choices: createInstructionChoices(storage.workspaceState),
    ask: user.ask,
    extensionUri,
    storage,
  });
  const gateway = composeLazyGateway({
    converser,
    models: { all: converser.models, providers: ownModels.providers, access },
    storage,
    user,
    window: {
      extension,
      conversations: conversationsIn(side, conversations, log),
    },
  });
  const recording = composeRecording({
    ...{ converser, models, side, recorder, extension, ask: user.ask },
    logged: recentLog.lines,
    examine: async signal => gateway.commands[commandIds.doctor]?.('text', signal),
  });
  const undoing = undo.connect(serve => pages.each(open => serve(open.page)), user.ask, undoableIn(side));
  const turns = composeTurns({
    ...{ converser, pages, models, attachments, questions },
    walk: undoing.walk,
    ask: user.ask,
  });
  const status = watchStatus({ roster, questions, pool, pages, statusBar });
  const notifications = composeNotifications({
    questions,
    requests,
    mcp,
    converser,
    globalState: storage.globalState,
    pool,
    pages,
  });
  const surfaces: readonly Disposable[] = [
    side,
    described,
    conversations,
    tree,
    commands,
    gateway,
    recording,
    chat,
    status,
    turns,
    undo,
    attachments,
    mcp,
    mistakes,
    ...notifications,
  ];
  async function dispose(): Promise<void> {
    for (const surface of surfaces) surface.dispose();
    await converser.dispose();
  }
  return {
    host,
    roster,
    models,
    ownModels,
    instructions,
    folders: hostPorts.folders,
    questions,
    requests,
    references,
    attachments,
    mcp,
    breakers,
    totals,
    answerInChat: chat.answer,
    changes,
    beside: side.beside,
    recorder,
    marked: undoing.marked,
    vouching,
    pool,
    pages,
    ...{ conversation, page, sidebar },
    conversationsTree: conversations.tree,
    panels: conversations.panels,
    tree,
    commands: {
      ...commands.run,
      ...conversations.commands,
      ...showingFailures(undoing.commands, log),
      ...turns.commands,
      ...showingFailures(gateway.commands, log),
      ...showingFailures(recording.commands, log),
      ...chat.commands,
    },
    gateway,
    dispose,
  };
}

function availableModels({ models, withPdfText }: Converser, own: OwnModels): AvailableModels {
  return { own: own.models, all: models, withPdfText, providers: () => own.providers.definitions };
}

function conversationsIn(
  side: Pages,
  { tree }: Pick<ConversationsView, 'tree'>,
  log: Log,
): GatewayConversations {
  const { store, pool } = side;
  return {
    store,
    onTurn: id => {
      tree.refresh();
      void pool.refresh(id).catch(cause => showFailure(cause, log));
    },
    open: id => openStored(id, side),
  };
}
