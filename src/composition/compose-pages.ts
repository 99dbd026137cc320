import * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../converser/ground/async/listeners.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import type { Converser } from '../house/create-converser.ts';
import { type ConversationStore, createConversationStore } from '../store/conversation-store.ts';
import type { Recorder } from '../store/recording/recorder.ts';
import type { StoredConversation } from '../store/stored-conversation.ts';
import { sidebarViewId } from '../vscode/activation-ids.ts';
import { createCodeUse } from '../vscode/code/code-use.ts';
import type { AskUser } from '../vscode/common/ask-in-vscode.ts';
import { onDidChangeSettings } from '../vscode/common/vscode-settings.ts';
import type { ServerQuestions } from '../vscode/questions/open-questions.ts';
import { useCodeOfAnswers } from '../vscode/sidebar/code-actions.ts';
import {
  type AnswersBesidePorts,
  createAnswersBeside,
} from '../vscode/sidebar/conversation/answers-beside.ts';
import {
  createChosenEfforts,
  createChosenModes,
} from '../vscode/sidebar/conversation/chosen-by-conversation.ts';
import { createConversationModes } from '../vscode/sidebar/conversation/conversation-modes.ts';
import { ConversationPool } from '../vscode/sidebar/conversation/conversation-pool.ts';
import { followFinishedTurns } from '../vscode/sidebar/conversation/finished-turns.ts';
import { lastConversation, rememberConversation } from '../vscode/sidebar/conversation/last-conversation.ts';
import { MessageSending } from '../vscode/sidebar/conversation/message-sending.ts';
import { SidebarConversation } from '../vscode/sidebar/conversation/sidebar-conversation.ts';
import { recentConversations } from '../vscode/sidebar/list-choices.ts';
import { notifyOfFinished } from '../vscode/sidebar/notify-of-finished.ts';
import { ConversationPages, type OpenPage } from '../vscode/sidebar/pages/conversation-pages.ts';
import type { RecentRequests } from '../vscode/sidebar/recent-requests.ts';
import { createRequestDocuments } from '../vscode/sidebar/request-documents.ts';
import { SidebarPage } from '../vscode/sidebar/sidebar-page.ts';
import { SidebarView } from '../vscode/sidebar/sidebar-view.ts';
import type { VersionWalk } from '../vscode/undo/go-to-version.ts';
import type { SurfacePorts } from './compose-surfaces.ts';
import { conversationsFolder } from './conversations-folder.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface PagesPlaces {
  readonly ask: AskUser;
  readonly requests: ServerQuestions;
  readonly recent: RecentRequests;
  readonly recorder: Recorder;
  readonly storage: Pick<VscodeStorage, 'workspaceState' | 'workspaceFolder'>;
  readonly extensionUri: vscode.Uri;
  readonly compare: AnswersBesidePorts['compare'];
  readonly leave: VersionWalk['leave'];
}

export interface PageWish {
  readonly reveal: () => Promise<void>;
  /** Absent: a new conversation. */
  readonly shows?: StoredConversation | undefined;
}

export type Pages = Awaited<ReturnType<typeof composePages>>;

/** The conversations of this window, and the pages that show them. */
export async function composePages(ports: SurfacePorts, places: PagesPlaces) {
  const { ask, requests, recent, recorder, storage, extensionUri } = places;
  const { workspaceState } = storage;
  const { converser, models, references, attachments, skills, questions, changes, modes: known } = ports;
  const { host, roster, compact, vouching } = converser;
  const runTurn = recorder.recording(converser.converse);
  const { log } = host;
  const stored = createConversationStore(conversationsFolder(storage), (id, cause) =>
    log.warn(`Conversation ${id} can’t be read, and is left out of lists: ${reasonOf(cause)}`),
  );
  const store = withProposals(stored, converser.proposals);
  const efforts = createChosenEfforts(workspaceState);
  const chosen = createChosenModes(workspaceState);
  const modes = createConversationModes({ chosen, modes: known, models: models.all });
  const pool = new ConversationPool({ runTurn, compact, store, host, questions, efforts, modes });
  const sending = new MessageSending({ models, references, log });
  const { compare, leave } = places;
  const beside = createAnswersBeside({
    ...{ pool, models, changes, ask, compare },
    state: workspaceState,
    answeredBy: async (id, canister) => (await store.read(id)).spending.turns[canister]?.model,
  });
  const open = ({ reveal, shows: resumed }: PageWish): OpenPage => {
    const conversation = new SidebarConversation({ pool, store, efforts, modes, resumed });
    const page = new SidebarPage({ extensionUri, log, reveal });
    const readRecent = () => recentConversations(store, () => conversation.id).catch(() => []);
    const waiting = { questions, requests };
    const sent = { page, conversation, sending, roster, models, references, attachments, skills };
    const sidebar = new SidebarView(
      { ...sent, changes, beside, recorder, leave, vouching, waiting, readRecent },
      log,
    );
    return {
      ...{ page, conversation, sidebar },
      dispose() {
        sidebar.dispose();
        conversation.dispose();
      },
    };
  };
  const sidebar = open({
    reveal: async () => void (await vscode.commands.executeCommand(`${sidebarViewId}.focus`)),
    shows: await lastConversation({ store, log }, workspaceState),
  });
  const pages = new ConversationPages(sidebar);
  const looks = listeners<void>();
  pages.each(({ page }) => page.onDidBecomeReady(looks.fire));
  const finished = followFinishedTurns({
    onDidFinish: sending.onDidFinish,
    visible: () => pages.visible,
    looks: [pool.onDidChange, looks.listen],
    showCount: count => sidebar.page.showUnseen(count),
    notify: turn => void notifyOfFinished(turn, store).catch(cause => log.warn(reasonOf(cause))),
  });
  const code = createCodeUse({ ask, extensionUri });
  const documents = createRequestDocuments(recent, host);
  recent.opened = () => pages.all.map(({ conversation }) => conversation.id);
  pages.each(({ page }) => useCodeOfAnswers(page, { code, log }));
  pages.each(({ page }) => documents.serve(page));
  const subscriptions: readonly Disposable[] = [
    rememberConversation(sidebar.conversation, workspaceState),
    ...refreshing(pages, known.onDidChange),
    pages,
    finished,
    code,
    documents,
  ];
  return {
    ...{ store, pool, pages, open, beside, finished, onDidLook: looks.listen },
    dispose() {
      pool.stopAll();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** What a conversation proposes goes with it. */
function withProposals(store: ConversationStore, proposals: Converser['proposals']): ConversationStore {
  return {
    ...store,
    async remove(id) {
      const restores = [await store.remove(id), await proposals.of(id).remove()];
      return async () => {
        for (const restore of restores) await restore();
      };
    },
  };
}

function refreshing(pages: ConversationPages, modesChange: Listen<void>): readonly Disposable[] {
  const refresh = () => {
    for (const { sidebar } of pages.all) sidebar.refresh();
  };
  return [
    modesChange(refresh),
    ...(['model', 'modelOptions', 'trustedSources'] as const).map(key => onDidChangeSettings(key, refresh)),
  ];
}

/** Where a page shows it already, that is the one. */
export async function openConversation(
  id: string,
  pages: ConversationPages,
  otherwise = pages.sidebar,
): Promise<OpenPage> {
  const open = pages.showing(id) ?? otherwise;
  await open.conversation.open(id);
  return open;
}

/** Resolves to `false` if nothing of the conversation is stored. */
export async function openStored(
  id: string,
  { store, pages }: Pick<Pages, 'store' | 'pages'>,
): Promise<boolean> {
  if ((await store.load(id)).length === 0) return false;
  await (await openConversation(id, pages)).page.focus();
  return true;
}
