import * as vscode from 'vscode';
import type { Ensemble } from './converser/ensemble.ts';
import { createEnsembleRoster } from './converser/ensemble-roster.ts';
import { errorData, errors } from './converser/errors.ts';
import type { Host } from './converser/host.ts';
import { listeners } from './converser/listeners.ts';
import { createModelRoster, modelReference } from './converser/model-roster.ts';
import { createPermissions } from './converser/permissions.ts';
import type { Model } from './converser/provider.ts';
import { createRandomIds, createSystemClock } from './converser/system-host.ts';
import { clockTools } from './ensembles/clock/clock-tools.ts';
import { prepareEnsembles } from './ensembles/prepare-ensembles.ts';
import { probabilityTools } from './ensembles/probability/probability-tools.ts';
import { editorPowers } from './ensembles/workspace/editor-powers.ts';
import { workspaceTools } from './ensembles/workspace/workspace-tools.ts';
import { createMcpHouse } from './mcp-house.ts';
import type { OwnModels } from './own-models.ts';
import { sayChecked, viewCheck } from './providers/check/card-view.ts';
import { checkModel } from './providers/check/check-model.ts';
import { checkCost } from './providers/check/probes.ts';
import { createRehearsalProvider } from './providers/rehearsal/rehearsal-provider.ts';
import { isLoopback, vendorAddress } from './providers/servers/addresses.ts';
import { presets } from './providers/servers/presets.ts';
import { readServers } from './providers/servers/read-servers.ts';
import { createConversationStore } from './store/conversation-store.ts';
import { createApprovalMemory } from './vscode/approval-memory.ts';
import { type AskPerson, createAskPerson } from './vscode/ask-person.ts';
import { type CardPanels, createCardPanels } from './vscode/card-panels.ts';
import { createChatNamespaces } from './vscode/chat-namespaces.ts';
import { type CheckParts, checkCommand } from './vscode/check-command.ts';
import { commands, settings } from './vscode/contributions.ts';
import { createConversationApprovers } from './vscode/conversation-approvers.ts';
import { createDescriptorProblems } from './vscode/descriptor-problems.ts';
import { ensembleFolders, followEnsembleChoices } from './vscode/ensemble-folders.ts';
import { createEnsemblesTree } from './vscode/ensembles-tree.ts';
import { lastConversation, rememberConversation } from './vscode/last-conversation.ts';
import { leadToQuestions, notifyOfQuestion } from './vscode/lead-to-questions.ts';
import { createLmProvider } from './vscode/lm-provider.ts';
import { contributedTools, createLmToolsEnsemble } from './vscode/lm-tools-ensemble.ts';
import { leadToRequests } from './vscode/mcp/lead-to-requests.ts';
import { createMessageReferences } from './vscode/mcp/message-references.ts';
import { createOpenRequests } from './vscode/mcp/open-requests.ts';
import { createDriftDocuments } from './vscode/mcp/review-tools.ts';
import { mcpCommands } from './vscode/mcp/server-commands.ts';
import { createServerLists } from './vscode/mcp/server-lists.ts';
import { tellOfChange } from './vscode/mcp/tell-of-change.ts';
import { createWatchedResources } from './vscode/mcp/watch-resources.ts';
import { inform, warn } from './vscode/notices.ts';
import { createOpenQuestions } from './vscode/open-questions.ts';
import { createPalette } from './vscode/palette.ts';
import { answerInChat } from './vscode/participant.ts';
import { followups } from './vscode/participant-followups.ts';
import type { Parts } from './vscode/parts.ts';
import { createResultDocuments } from './vscode/result-documents.ts';
import { type ServerCommandParts, serverCommands } from './vscode/server-commands.ts';
import { saveServer } from './vscode/server-settings.ts';
import { onDidChangeSettings, readSettings, writeSettings } from './vscode/settings.ts';
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
      serverCommands({ ...serverParts(ownModels), ...others }),
    palette: createPalette({
      parts,
      conversation,
      sidebar,
      serverCommands: {
        ...serverCommands(serverParts(ownModels)),
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

/** What the check of a model works with. */
function checkPartsOf(
  { models, servers, cards }: OwnModels,
  { host: { clock, log }, panels }: { readonly host: Host; readonly panels: CardPanels },
): CheckParts {
  const serverOf = ({ provider }: Pick<Model, 'provider'>) =>
    servers.servers.find(({ id }) => id === provider);
  return {
    panels,
    cost: checkCost,
    current: readSettings.model,
    view: viewCheck,
    async models(signal) {
      const known = (await models.models(signal)).filter(model => serverOf(model) !== undefined);
      if (known.length > 0) return known;
      // In a window where nobody has asked yet, none are known, however many there are.
      const told = await servers.refresh(signal);
      return told.flatMap(({ outcome }) => ('code' in outcome ? [] : outcome));
    },
    isFree(model) {
      const server = serverOf(model);
      const isHere = server !== undefined && isLoopback(server.baseUrl ?? vendorAddress(server.kind));
      return isHere && (model.price === undefined || model.price.input + model.price.output === 0);
    },
    last(model) {
      const checked = servers.identify(model);
      const card = checked && cards.read(checked);
      return card === undefined ? '' : sayChecked(card, clock.now());
    },
    async check(model, { signal, onProbe }) {
      const subject = await servers.subject(model, signal);
      if (subject === undefined) {
        return { type: 'stopped', error: errorData(errors.modelNotFound(modelReference(model))) };
      }
      const checked = await checkModel(subject.model, { clock, random: Math.random, signal, onProbe });
      if (checked.type === 'card') {
        await cards.write(subject.checked, checked.card);
        servers.learn();
      } else log.info(`The check of ${modelReference(model)} was given up: ${checked.error.message}`);
      return checked;
    },
  };
}

/** What commands about servers of models work with. */
function serverParts({ servers, keys, facts, tryServer }: OwnModels): ServerCommandParts {
  return {
    ask: createAskPerson(),
    keys,
    tryServer,
    servers: () => servers.servers,
    wellKnown: presets.filter(({ needsKey }) => needsKey),
    readServer(id, entry) {
      const { servers: read, problems } = readServers({ [id]: entry });
      return read[0] ?? { problem: problems[0]?.message ?? 'This is no server.' };
    },
    async discover(signal) {
      const { discoverServers } = await import('./discover-servers.ts');
      return discoverServers({ signal });
    },
    save: saveServer,
    chooseModel: writeSettings.model,
    inform: message => void inform(message),
    warn: async (message, way) => (await warn(message, way)) === way,
    refresh: servers.refresh,
    factsFile: facts.ready,
  };
}
