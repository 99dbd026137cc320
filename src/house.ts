import * as vscode from 'vscode';
import type { Ensemble } from './converser/ensemble.ts';
import { createEnsembleRoster } from './converser/ensemble-roster.ts';
import type { Host } from './converser/host.ts';
import { listeners } from './converser/listeners.ts';
import { createModelRoster } from './converser/model-roster.ts';
import { createPermissions } from './converser/permissions.ts';
import { createRandomIds, createSystemClock } from './converser/system-host.ts';
import { clockTools } from './ensembles/clock/clock-tools.ts';
import { prepareEnsembles } from './ensembles/prepare-ensembles.ts';
import { probabilityTools } from './ensembles/probability/probability-tools.ts';
import { editorPowers } from './ensembles/workspace/editor-powers.ts';
import { workspaceTools } from './ensembles/workspace/workspace-tools.ts';
import { createMcpHouse } from './mcp-house.ts';
import { checkPartsOf, serverPartsOf } from './model-command-parts.ts';
import type { OwnModels } from './own-models.ts';
import { createRehearsalProvider } from './providers/rehearsal/rehearsal-provider.ts';
import { createConversationStore } from './store/conversation-store.ts';
import { createApprovalMemory } from './vscode/approval-memory.ts';
import { type AskPerson, createAskPerson } from './vscode/ask-person.ts';
import { createCardPanels } from './vscode/card-panels.ts';
import { createChatNamespaces } from './vscode/chat-namespaces.ts';
import { checkCommand } from './vscode/check-command.ts';
import { commands, settings } from './vscode/contributions.ts';
import { createConversationApprovers } from './vscode/conversation-approvers.ts';
import { createDescriptorProblems } from './vscode/descriptor-problems.ts';
import { ensembleFolders, followEnsembleChoices } from './vscode/ensemble-folders.ts';
import { createEnsemblesTree } from './vscode/ensembles-tree.ts';
import { lastConversation, rememberConversation } from './vscode/last-conversation.ts';
import { leadToQuestions, notifyOfQuestion } from './vscode/lead-to-questions.ts';
import { createLmProvider } from './vscode/lm-provider.ts';
import { contributedTools, createLmToolsEnsemble } from './vscode/lm-tools-ensemble.ts';
import { leadToDrifts } from './vscode/mcp/lead-to-drifts.ts';
import { leadToRequests } from './vscode/mcp/lead-to-requests.ts';
import { createMessageReferences } from './vscode/mcp/message-references.ts';
import { createOpenRequests } from './vscode/mcp/open-requests.ts';
import { createDriftDocuments } from './vscode/mcp/review-tools.ts';
import { mcpCommands } from './vscode/mcp/server-commands.ts';
import { createServerLists } from './vscode/mcp/server-lists.ts';
import { tellOfChange } from './vscode/mcp/tell-of-change.ts';
import { createWatchedResources } from './vscode/mcp/watch-resources.ts';
import { complain, inform } from './vscode/notices.ts';
import { createOpenQuestions } from './vscode/open-questions.ts';
import { createPalette } from './vscode/palette.ts';
import { answerInChat } from './vscode/participant.ts';
import { followups } from './vscode/participant-followups.ts';
import type { Parts } from './vscode/parts.ts';
import { createResultDocuments } from './vscode/result-documents.ts';
import { type ServerCommandParts, serverCommands } from './vscode/server-commands.ts';
import { onDidChangeSettings, readSettings } from './vscode/settings.ts';
import { createSidebarConversation } from './vscode/sidebar-conversation.ts';
import { isAnswer } from './vscode/sidebar-messages.ts';
import { createSidebarView } from './vscode/sidebar-view.ts';
import type { StatusBar } from './vscode/status-bar.ts';
import { createToolSwitch, followToolChoices } from './vscode/tool-choices.ts';
import { createAlerts, createLog } from './vscode/vscode-host.ts';
import { createVscodeWorkspace } from './vscode/vscode-workspace.ts';
import { watchStatus } from './vscode/watch-status.ts';

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
  const questions = createOpenQuestions(() => ids.next('question'));
  const host: Host = { clock, ids, log: createLog(channel), alerts: createAlerts(), approver: approvers };

  const roster = createEnsembleRoster();
  await roster.set(createLmToolsEnsemble({ own: contributedTools(context.extension), lm: vscode.lm }));
  const workspace = createVscodeWorkspace(editorPowers(vscode.env.appRoot));
  const models = createModelRoster();
  const requests = createOpenRequests(() => ids.next('request'));
  const mcp = createMcpHouse({ context, host, roster, models, requests, ask: createAskPerson() });
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
    tools: [...workspaceTools(workspace), ...probabilityTools(), ...clockTools({ clock })],
    roster,
    log: host.log,
  });
  const problems = createDescriptorProblems();
  problems.show(ensembles.diagnostics);
  const refold = () => void ensembles.setFolders(folders());

  models.add(createRehearsalProvider());
  const joined = ownModels.servers.join(models);
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
  const watched = createWatchedResources(tellOfChange);
  const parts: Parts = {
    roster,
    ownModels: ownModels.models,
    models,
    servers: () => ownModels.servers.servers,
    permissions,
    host,
    limits: readSettings.limits,
    approvers,
    questions,
    requests,
    references: createMessageReferences({
      roster,
      lists,
      onRead: (server, uri) => void watched.watch(server, uri),
    }),
    results,
    namespaces: createChatNamespaces(),
    store,
    rootNames: () => workspace.roots.map(({ name }) => name),
  };

  const conversation = createSidebarConversation({
    parts,
    questions,
    begun: await lastConversation(parts, context.workspaceState),
  });
  const sidebar = createSidebarView({ parts, conversation, extensionUri: context.extensionUri });
  const documents = createDriftDocuments();
  const fileOf = ({ name }: Pick<Ensemble, 'name'>) =>
    ensembles.prepared.findLast(descriptor => descriptor.name === name && descriptor.ensemble)?.file;
  const tree = createEnsemblesTree({
    roster,
    knowledge: { ...mcp.knowledge, hasFile: ensemble => fileOf(ensemble) !== undefined },
    originOf: ensemble => mcp.originOf(ensemble, ensembles) ?? saidFile(fileOf(ensemble)),
    onDidChangeKnowledge: mcp.onDidChangeKnowledge,
  });
  const switchTool = createToolSwitch(roster);
  const serverTools = (ask: AskPerson) =>
    mcpCommands({
      ...mcp.commandParts,
      ask,
      roster,
      lists,
      sidebar,
      fileOf,
      switchTool,
      review: { drifts: mcp.drifts.all, diffTexts: mcp.drifts.texts, accept: mcp.drifts.accept, documents },
      inform: message => void inform(message),
      complain,
    });
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
    leadToQuestions({
      questions,
      // A question of the chat view is asked where it is answered, and VS Code tells of it.
      isSeen: ({ question }) => sidebar.isVisible || question.conversationId !== conversation.id,
      tell: question => void notifyOfQuestion(question),
    }),
    leadToRequests({ requests, isSeen: () => sidebar.isVisible }),
    leadToDrifts({ drifts: mcp.drifts.all, onDidChange: mcp.onDidChangeKnowledge }),
    tree,
    documents,
    results,
    watchStatus({ parts, conversation, statusBar }),
  ];

  return {
    parts,
    conversation,
    sidebar,
    ownModels,
    tree,
    mcp,
    /** The commands about servers of tools, as they are when somebody else asks the person. */
    serverToolsAsking: serverTools,
    /** The commands about servers of models, as they are with other parts, such as another who asks the person. */
    serverCommandsWith: (others: Partial<ServerCommandParts>) =>
      serverCommands({ ...serverPartsOf(ownModels), ...others }),
    palette: createPalette({
      parts,
      conversation,
      sidebar,
      serverCommands: {
        ...serverCommands(serverPartsOf(ownModels)),
        [commands.checkModel]: given => checkCommand(checkParts, given),
        ...serverTools(createAskPerson()),
      },
    }),
    async answerInChat(asked: Parameters<typeof answerInChat>[1], shown: Parameters<typeof answerInChat>[2]) {
      const result = await answerInChat(parts, asked, shown);
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
