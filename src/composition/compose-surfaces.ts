import * as vscode from 'vscode';
import { isTrusted } from '../converser/call/caution/caution.ts';
import type { Disposable } from '../converser/ground/async/listeners.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import { lockFileName } from '../ensembles/descriptors/files/reserved-names.ts';
import { launchHash } from '../ensembles/mcp/definition/server-definition.ts';
import type { PreparedModes } from '../ensembles/prepare-modes.ts';
import type { Converser } from '../house/create-converser.ts';
import { createConversationStore } from '../store/conversation-store.ts';
import type { Recorder } from '../store/recording/recorder.ts';
import { sidebarViewId } from '../vscode/activation-ids.ts';
import { attachingReferences } from '../vscode/attachments/attaching-references.ts';
import type { MessageAttachments } from '../vscode/attachments/message-attachments.ts';
import { createCodeUse } from '../vscode/code/code-use.ts';
import type { AskUser } from '../vscode/common/ask-in-vscode.ts';
import { commands } from '../vscode/common/contributions.ts';
import { inform } from '../vscode/common/notices.ts';
import { onDidChangeSettings, writeSettings } from '../vscode/common/vscode-settings.ts';
import { introduceServers } from '../vscode/mcp/changes/introduce-servers.ts';
import { notifyOfChanges } from '../vscode/mcp/changes/notify-of-changes.ts';
import { createWatchedResources } from '../vscode/mcp/changes/watch-resources.ts';
import type { MessageReferences } from '../vscode/mcp/references/message-references.ts';
import { createMessageReferences } from '../vscode/mcp/references/message-references.ts';
import type { AvailableModels } from '../vscode/models/available-models.ts';
import {
  isToldByAnother,
  notifyOfPermissionQuestion,
  notifyOfQuestions,
  notifyOfServerQuestion,
} from '../vscode/questions/notify-of-questions.ts';
import type { PermissionQuestions, ServerQuestions } from '../vscode/questions/open-questions.ts';
import { useCodeOfAnswers } from '../vscode/sidebar/code-actions.ts';
import type { MessageSkills } from '../vscode/sidebar/complete-message.ts';
import {
  type AnswersBesidePorts,
  createAnswersBeside,
} from '../vscode/sidebar/conversation/answers-beside.ts';
import {
  createChosenEfforts,
  createChosenModes,
} from '../vscode/sidebar/conversation/chosen-by-conversation.ts';
import { createConversationModes } from '../vscode/sidebar/conversation/conversation-modes.ts';
import { followFinishedTurns } from '../vscode/sidebar/conversation/finished-turns.ts';
import { lastConversation, rememberConversation } from '../vscode/sidebar/conversation/last-conversation.ts';
import { SidebarConversation } from '../vscode/sidebar/conversation/sidebar-conversation.ts';
import { recentConversations } from '../vscode/sidebar/list-choices.ts';
import { notifyOfFinished } from '../vscode/sidebar/notify-of-finished.ts';
import type { RecentRequests } from '../vscode/sidebar/recent-requests.ts';
import { showRequestsFrom } from '../vscode/sidebar/request-documents.ts';
import { SidebarPage } from '../vscode/sidebar/sidebar-page.ts';
import { SidebarView } from '../vscode/sidebar/sidebar-view.ts';
import { createEnsemblesTree, type EnsemblesTree } from '../vscode/tools-view/ensembles-tree.ts';
import type { TurnChanges } from '../vscode/undo/turn-changes.ts';
import type { McpInVscode } from './compose-mcp.ts';
import type { DescribedEnsembles } from './described-ensembles.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface SurfacePorts {
  readonly converser: Converser;
  readonly models: AvailableModels;
  readonly references: MessageReferences;
  readonly skills: MessageSkills;
  readonly attachments: MessageAttachments;
  readonly questions: PermissionQuestions;
  readonly changes: TurnChanges;
  readonly modes: Pick<PreparedModes, 'all' | 'onDidChange'>;
}

export function composeReferences(
  roster: EnsembleRoster,
  attachments: MessageAttachments,
): MessageReferences {
  const watched = createWatchedResources();
  const references = createMessageReferences({
    roster,
    onRead: (server, uri) => void watched.watch(server, uri),
  });
  return attachingReferences(references, attachments);
}

export interface TreePorts {
  readonly converser: Pick<Converser, 'roster' | 'breakers'>;
  readonly mcp: Pick<McpInVscode, 'knowledge' | 'onDidChangeKnowledge'>;
  readonly described: Pick<DescribedEnsembles, 'originOf'>;
}

export function composeTree({ converser, mcp, described }: TreePorts): EnsemblesTree {
  return createEnsemblesTree({
    ...converser,
    knowledge: mcp.knowledge,
    originOf: described.originOf,
    onDidChangeKnowledge: mcp.onDidChangeKnowledge,
  });
}

export interface SidebarPlaces {
  readonly ask: AskUser;
  readonly requests: ServerQuestions;
  readonly recent: RecentRequests;
  readonly recorder: Recorder;
  readonly storage: Pick<VscodeStorage, 'workspaceState' | 'workspaceFolder'>;
  readonly extensionUri: vscode.Uri;
  readonly compare: AnswersBesidePorts['compare'];
}

export function conversationsFolder({ workspaceFolder }: Pick<VscodeStorage, 'workspaceFolder'>): string {
  return vscode.Uri.joinPath(workspaceFolder, 'conversations').fsPath;
}

export async function composeSidebar(
  ports: SurfacePorts,
  {
    ask,
    requests,
    recent,
    recorder,
    storage: { workspaceState, workspaceFolder },
    extensionUri,
    compare,
  }: SidebarPlaces,
) {
  const { converser, models, references, attachments, skills, questions, changes, modes: known } = ports;
  const { host, roster, converse: runTurn, compact, vouching } = converser;
  const { log } = host;
  const store = createConversationStore(conversationsFolder({ workspaceFolder }), (id, cause) =>
    log.warn(`Conversation ${id} can’t be read, and is left out of lists: ${reasonOf(cause)}`),
  );
  const resumed = await lastConversation({ store, log }, workspaceState);
  const efforts = createChosenEfforts(workspaceState);
  const conversation = new SidebarConversation({
    runTurn: recorder.recording(runTurn),
    compact,
    store,
    host,
    questions,
    efforts,
    modes: createConversationModes({
      chosen: createChosenModes(workspaceState),
      modes: known,
      models: models.all,
    }),
    resumed,
  });
  const beside = createAnswersBeside({ conversation, models, changes, ask, state: workspaceState, compare });
  const page = new SidebarPage({ extensionUri, log });
  const waiting = { questions, requests };
  const code = createCodeUse({ ask, extensionUri });
  const sidebar = new SidebarView(
    {
      ...{
        page,
        conversation,
        roster,
        models,
        references,
        attachments,
        skills,
        changes,
        beside,
        recorder,
        vouching,
        waiting,
      },
      readRecent: () => recentConversations(store, () => conversation.id).catch(() => []),
    },
    { log },
  );
  const finished = followFinishedTurns({
    onDidFinish: sidebar.onDidFinish,
    conversation,
    page,
    showCount: count => page.showUnseen(count),
    notify: turn => void notifyOfFinished(turn, store).catch(cause => log.warn(reasonOf(cause))),
  });
  recent.opened = () => conversation.id;
  const subscriptions: readonly Disposable[] = [
    showRequestsFrom(page, recent, host),
    rememberConversation(conversation, workspaceState),
    known.onDidChange(() => sidebar.refresh()),
    onDidChangeSettings('model', () => sidebar.refresh()),
    onDidChangeSettings('modelOptions', () => sidebar.refresh()),
    onDidChangeSettings('trustedSources', () => sidebar.refresh()),
    sidebar,
    finished,
    useCodeOfAnswers(page, { code, log }),
    code,
  ];
  return {
    store,
    conversation,
    page,
    sidebar,
    beside,
    finished,
    dispose() {
      conversation.stopAll();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** Resolves to `false` if nothing of the conversation is stored. */
export async function openInSidebar(
  id: string,
  { store, conversation, page }: Pick<Sidebar, 'store' | 'conversation' | 'page'>,
): Promise<boolean> {
  if ((await store.load(id)).length === 0) return false;
  await conversation.open(id);
  await vscode.commands.executeCommand(`${sidebarViewId}.focus`);
  page.focus();
  return true;
}

export type Sidebar = Awaited<ReturnType<typeof composeSidebar>>;

export interface NotificationPorts {
  readonly questions: PermissionQuestions;
  readonly requests: ServerQuestions;
  readonly mcp: Pick<McpInVscode, 'changes' | 'onDidChangeKnowledge'>;
  readonly converser: Pick<Converser, 'roster' | 'vouching'>;
  readonly globalState: vscode.Memento;
  readonly conversation: Pick<SidebarConversation, 'id' | 'allRunning'>;
  readonly page: Pick<SidebarPage, 'isVisible'>;
}

export function composeNotifications(ports: NotificationPorts): readonly Disposable[] {
  const { questions, requests, mcp, converser, globalState: state, conversation, page } = ports;
  const { roster, vouching } = converser;
  return [
    notifyOfQuestions({
      questions,
      // VS Code itself notifies of questions in the chat view.
      isSeen: open => {
        const asking = open.question.conversationId;
        if (isToldByAnother(open, questions)) return true;
        return asking === conversation.id ? page.isVisible : !conversation.allRunning.includes(asking);
      },
      notify: question => void notifyOfPermissionQuestion(question),
    }),
    notifyOfQuestions({
      questions: requests,
      isSeen: () => page.isVisible,
      notify: question => void notifyOfServerQuestion(question),
    }),
    notifyOfChanges({ drifts: mcp.changes.all, onDidChange: mcp.onDidChangeKnowledge }),
    introduceServers(roster, {
      launchOf: ({ definition }) => launchHash(definition),
      lockFile: lockFileName,
      state,
      trusts: source => isTrusted(source, vouching.trusted),
      trust: writeSettings.trustedSource,
      showTools: ({ name }) => vscode.commands.executeCommand(commands.manageMcpServer, name, 'definition'),
      ask: inform,
    }),
  ];
}
