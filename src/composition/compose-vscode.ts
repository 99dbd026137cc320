import * as vscode from 'vscode';
import { listeners } from '../converser/async/listeners.ts';
import type { Ensemble } from '../converser/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import { createModelRoster } from '../converser/models/model-roster.ts';
import { createPermissions } from '../converser/permission/permissions.ts';
import { createRandomIds, createSystemClock } from '../converser/system-ports.ts';
import { builtInTools } from '../ensembles/built-in-tools.ts';
import { prepareEnsembles } from '../ensembles/prepare-ensembles.ts';
import { editorPowers } from '../ensembles/workspace/editor-powers.ts';
import { createRehearsalProvider } from '../providers/rehearsal/rehearsal-provider.ts';
import { createConversationStore } from '../store/conversation-store.ts';
import { createAnswerInChat } from '../vscode/chat/answer-in-chat.ts';
import { createChatConversations } from '../vscode/chat/chat-conversations.ts';
import { createParticipant } from '../vscode/chat/participant.ts';
import { followups } from '../vscode/chat/participant-followups.ts';
import { createChatListings } from '../vscode/chat/participant-listings.ts';
import { createResultDocuments } from '../vscode/chat/result-documents.ts';
import { createPalette, showingFailures } from '../vscode/commands/palette.ts';
import { createLmProvider } from '../vscode/language-models/lm-provider.ts';
import { contributedTools, createLmToolsEnsemble } from '../vscode/language-models/lm-tools-ensemble.ts';
import { notifyOfChanges } from '../vscode/mcp/changes/notify-of-changes.ts';
import { notifyOfResource } from '../vscode/mcp/changes/notify-of-resource.ts';
import { createDriftDocuments } from '../vscode/mcp/changes/review-tools.ts';
import { createWatchedResources } from '../vscode/mcp/changes/watch-resources.ts';
import { createMessageReferences } from '../vscode/mcp/references/message-references.ts';
import { createServerLists } from '../vscode/mcp/references/server-lists.ts';
import type { AvailableModels } from '../vscode/models/available-models.ts';
import { createCardPanels } from '../vscode/models/check/check-card-panels.ts';
import { checkCommand } from '../vscode/models/check/check-command.ts';
import {
  modelProviderCommands,
  type ProviderCommandPorts,
} from '../vscode/models/model-provider-commands.ts';
import { createApprovalMemory } from '../vscode/questions/approval-memory.ts';
import { createConversationApprovers } from '../vscode/questions/conversation-approvers.ts';
import {
  notifyOfPermissionQuestion,
  notifyOfQuestions,
  notifyOfServerQuestion,
} from '../vscode/questions/notify-of-questions.ts';
import { createPermissionQuestions, createServerQuestions } from '../vscode/questions/open-questions.ts';
import { createRunTurn } from '../vscode/run-turn.ts';
import { lastConversation, rememberConversation } from '../vscode/sidebar/last-conversation.ts';
import { SidebarConversation } from '../vscode/sidebar/sidebar-conversation.ts';
import { isAnswer } from '../vscode/sidebar/sidebar-messages.ts';
import { SidebarView } from '../vscode/sidebar/sidebar-view.ts';
import { watchStatus } from '../vscode/status-bar/follow-status.ts';
import type { StatusBar } from '../vscode/status-bar/status-bar.ts';
import { createDescriptorProblems } from '../vscode/tools-view/descriptor-problems.ts';
import { ensembleFolders, followEnsembleChoices } from '../vscode/tools-view/ensemble-folders.ts';
import { createEnsemblesTree } from '../vscode/tools-view/ensembles-tree.ts';
import { followToolChoices } from '../vscode/tools-view/tool-choices.ts';
import { type AskUser, createAskUser } from '../vscode/window/ask-user.ts';
import { commands, settings } from '../vscode/window/contributions.ts';
import { inform } from '../vscode/window/notices.ts';
import { onDidChangeSettings, readSettings } from '../vscode/window/settings.ts';
import { createAlerts, createLog } from '../vscode/window/vscode-host.ts';
import { createVscodeWorkspace } from '../vscode/workspace/vscode-workspace.ts';
import { createMcpHouse } from './compose-mcp.ts';
import type { OwnModels } from './compose-models.ts';
import { mcpCommands } from './mcp-commands.ts';
import { checkPartsOf, providerCommandPortsOf } from './model-commands.ts';

export interface HouseOptions {
  readonly context: vscode.ExtensionContext;
  readonly channel: vscode.LogOutputChannel;
  readonly statusBar: StatusBar;
  readonly ownModels: OwnModels;
}

export type House = Awaited<ReturnType<typeof buildHouse>>;

/** Builds every part and introduces them to each other: the whole of Converser in VS Code, on one screen. */
export async function buildHouse({ context, channel, statusBar, ownModels }: HouseOptions) {
  const clock = createSystemClock();
  const ids = createRandomIds();
  const approvers = createConversationApprovers();
  const questions = createPermissionQuestions(() => ids.next('question'));
  const host: Host = { clock, ids, log: createLog(channel), alerts: createAlerts(), approver: approvers };

  const roster = createEnsembleRoster();
  await roster.set(createLmToolsEnsemble({ own: contributedTools(context.extension), lm: vscode.lm }));
  const workspace = createVscodeWorkspace(editorPowers(vscode.env.appRoot));
  const models = createModelRoster();
  const requests = createServerQuestions(() => ids.next('request'));
  const mcp = createMcpHouse({ context, host, roster, models, requests, ask: createAskUser() });
  const folders = () => {
    const [shipped, ...others] = ensembleFolders(context.extensionUri);
    const own = others.filter(({ origin }) => origin === 'user');
    const ofFolders = others.filter(({ origin }) => origin !== 'user');
    // From the weakest to the strongest; see `mergeSources`.
    return [...(shipped ? [shipped] : []), mcp.userFolder, ...own, ...mcp.workspaceFolders(), ...ofFolders];
  };
  const ensembles = await prepareEnsembles({
    folders: folders(),
    kinds: [mcp.kind],
    tools: builtInTools({ workspace, clock }),
    roster,
    log: host.log,
  });
  const problems = createDescriptorProblems();
  problems.show(ensembles.diagnostics);
  const refold = () => void ensembles.setFolders(folders());

  models.add(createRehearsalProvider());
  const joined = ownModels.providers.join(models);
  models.add(createLmProvider());

  const permissions = createPermissions({
    approver: approvers,
    ruleFor: readSettings.permissionFor,
    isTrusted: () => vscode.workspace.isTrusted,
    remembered: createApprovalMemory(context.workspaceState),
  });
  const store = createConversationStore(
    vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'conversations').fsPath,
  );
  const results = createResultDocuments();
  const lists = createServerLists(clock);
  const watched = createWatchedResources(notifyOfResource);
  const references = createMessageReferences({
    roster,
    lists,
    onRead: (server, uri) => void watched.watch(server, uri),
  });
  const available: AvailableModels = {
    own: ownModels.models,
    all: models,
    providers: () => ownModels.providers.definitions,
  };
  const runTurn = createRunTurn({
    roster,
    permissions,
    host,
    limits: readSettings.limits,
    approvers,
    rootNames: () => workspace.roots.map(({ name }) => name),
  });

  const conversation = new SidebarConversation({
    runTurn,
    store,
    host,
    questions,
    resumed: await lastConversation({ store, log: host.log }, context.workspaceState),
  });
  const sidebar = new SidebarView({
    conversation,
    roster,
    models: available,
    references,
    questions,
    requests,
    log: host.log,
    extensionUri: context.extensionUri,
  });
  const answerInChat = createParticipant({
    answer: createAnswerInChat({
      runTurn,
      conversations: createChatConversations(ids),
      models: available,
      references,
      questions,
      results,
    }),
    listings: createChatListings(roster, models),
    log: host.log,
  });
  const documents = createDriftDocuments();
  const fileOf = ({ name }: Pick<Ensemble, 'name'>) =>
    ensembles.prepared.findLast(descriptor => descriptor.name === name && descriptor.ensemble)?.file;
  const tree = createEnsemblesTree({
    roster,
    knowledge: { ...mcp.knowledge, hasFile: ensemble => fileOf(ensemble) !== undefined },
    originOf: ensemble => mcp.originOf(ensemble, ensembles) ?? saidFile(fileOf(ensemble)),
    onDidChangeKnowledge: mcp.onDidChangeKnowledge,
  });
  const serverTools = (ask: AskUser) =>
    mcpCommands(ask, { mcp, roster, lists, messageField: sidebar, documents, fileOf });
  const panels = createCardPanels(context.extensionUri);
  const checkParts = checkPartsOf(ownModels, { host, panels });
  const chatAnswers = listeners<vscode.ChatResult>();
  const subscriptions = [
    joined,
    workspace,
    workspace.onDidChange(() => roster.outdate()),
    problems,
    ensembles.onDidDiagnose(problems.show),
    followEnsembleChoices(roster),
    followToolChoices(roster, host.log),
    onDidChangeSettings(settings.ensemblesFolder, refold),
    onDidChangeSettings(settings.mcpFiles, refold),
    vscode.workspace.onDidChangeWorkspaceFolders(refold),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void ensembles.reload()),
    onDidChangeSettings(settings.model, () => sidebar.refresh()),
    sidebar,
    panels,
    rememberConversation(conversation, context.workspaceState),
    notifyOfQuestions({
      questions,
      // A question of the chat view is asked where it is answered, and VS Code tells of it.
      isSeen: ({ question }) => sidebar.isVisible || question.conversationId !== conversation.id,
      notify: question => void notifyOfPermissionQuestion(question),
    }),
    notifyOfQuestions({
      questions: requests,
      isSeen: () => sidebar.isVisible,
      notify: question => void notifyOfServerQuestion(question),
    }),
    notifyOfChanges({ drifts: mcp.drifts.all, onDidChange: mcp.onDidChangeKnowledge }),
    tree,
    documents,
    results,
    watchStatus({ roster, questions, conversation, statusBar }),
  ];

  return {
    host,
    roster,
    models: available,
    questions,
    requests,
    references,
    conversation,
    sidebar,
    ownModels,
    tree,
    mcp,
    /** The commands about servers of tools, as they are when somebody else asks the person. */
    serverToolsAsking: serverTools,
    /** The commands about servers of models, as they are with other parts, such as another who asks the person. */
    serverCommandsWith: (others: Partial<ProviderCommandPorts>) =>
      modelProviderCommands({ ...providerCommandPortsOf(ownModels), ...others }),
    palette: showingFailures(
      {
        ...createPalette({ conversation, sidebar, store, models: available, roster }),
        ...modelProviderCommands(providerCommandPortsOf(ownModels)),
        [commands.checkModel]: given => checkCommand(checkParts, given),
        ...serverTools(createAskUser()),
      },
      host.log,
    ),
    async answerInChat(...asked: Parameters<typeof answerInChat>) {
      const result = await answerInChat(...asked);
      chatAnswers.fire(result);
      return result;
    },
    onDidAnswerInChat: chatAnswers.listen,
    followups,
    answerPermission(id: unknown, answer: unknown) {
      const isOpen = typeof id === 'string' && isAnswer(answer) && questions.answer(id, answer);
      if (!isOpen) void inform('This question has been answered already.');
    },
    showResult: (id: unknown) => results.show(String(id)),
    async dispose() {
      conversation.stop();
      for (const subscription of subscriptions) subscription.dispose();
      await ensembles.dispose();
      await roster.dispose();
      mcp.dispose();
    },
  };
}

function saidFile(file: string | undefined): string | undefined {
  return file === undefined ? undefined : `It comes from ${file}.`;
}
