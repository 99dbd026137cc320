import { mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import type { Disposable, Listen } from '../converser/ground/async/listeners.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import { editorRipgrep } from '../ensembles/workspace/editor-powers.ts';
import type { Converser } from '../house/create-converser.ts';
import { createConversationFinder } from '../store/conversation-finder.ts';
import { sidebarViewId } from '../vscode/activation-ids.ts';
import { showingFailures } from '../vscode/commands/palette.ts';
import type { AskUser } from '../vscode/common/ask-in-vscode.ts';
import { commands, sidebarCommands } from '../vscode/common/contributions.ts';
import { inform } from '../vscode/common/notices.ts';
import { showFailure } from '../vscode/common/show-failure.ts';
import type { Commands } from '../vscode/common/vscode-command.ts';
import {
  type ConversationsTree,
  createConversationsTree,
} from '../vscode/conversations/conversations-tree.ts';
import { followFiles } from '../vscode/conversations/follow-files.ts';
import { type FoundPlace, openCommand } from '../vscode/conversations/open-command.ts';
import { isRow, rowCommands } from '../vscode/conversations/row-commands.ts';
import type { PermissionQuestions, ServerQuestions } from '../vscode/questions/open-questions.ts';
import { historyNow } from '../vscode/sidebar/list-commands.ts';
import type { ConversationPages, OpenPage } from '../vscode/sidebar/pages/conversation-pages.ts';
import {
  type ConversationPanels,
  createConversationPanels,
} from '../vscode/sidebar/pages/conversation-panels.ts';
import type { TurnChanges } from '../vscode/undo/turn-changes.ts';
import { openConversation, type Pages } from './compose-pages.ts';
import { conversationsFolder } from './conversations-folder.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface ConversationsPorts {
  readonly converser: Pick<Converser, 'host'>;
  readonly side: Pages;
  readonly questions: PermissionQuestions;
  readonly requests: ServerQuestions;
  readonly changes: TurnChanges;
  readonly ask: AskUser;
  readonly storage: Pick<VscodeStorage, 'workspaceFolder'>;
  readonly extensionUri: vscode.Uri;
}

export interface ConversationsView extends Disposable {
  readonly tree: ConversationsTree;
  readonly panels: ConversationPanels;
  readonly commands: Commands;
}

export function composeConversations(ports: ConversationsPorts): ConversationsView {
  const { side, questions, requests, changes, ask } = ports;
  const { store, pool, pages, finished } = side;
  const { log } = ports.converser.host;
  const now = () =>
    historyNow({ conversation: pages.active.conversation, pool, questions, requests, finished });
  const joined: Listen<void> = listener =>
    pool.onEvent(({ event }) => {
      if (event.type === 'joined') listener();
    });
  // You see then what has finished, and another window may have changed something.
  const looked: Listen<void> = listener => vscode.window.onDidChangeWindowState(() => listener());
  const tree = createConversationsTree({
    list: store.list,
    now,
    changes: [
      pool.onDidChange,
      joined,
      questions.onDidChange,
      requests.onDidChange,
      side.onDidLook,
      pages.onDidChange,
      looked,
    ],
  });
  const panels = createConversationPanels({
    ...{ pages, store, inform, now, openPage: side.open },
    icon: vscode.Uri.joinPath(ports.extensionUri, 'media', 'converser.png'),
  });
  const onFailure = (cause: unknown) => void showFailure(cause, log);
  const rows = rowCommands({
    ...{ pool, pages, store, questions, requests, finished, ask },
    changed: tree.refresh,
    selected: () => tree.selected,
    notices: { inform, showFailure: onFailure },
    open: async id => (await openConversation(id, pages)).page.focus(),
  });
  const finder = createConversationFinder(conversationsFolder(ports.storage), () =>
    editorRipgrep(vscode.env.appRoot),
  );
  const search = (at: OpenPage) =>
    openCommand({
      ...{ store, finder, now, ask },
      changedTurns: async () => {
        await changes.refresh();
        return new Set(changes.all.flatMap(({ record }) => record.header.turnId ?? []));
      },
      skipped: ({ id }, cause) => log.warn(`Conversation ${id} can’t be read: ${reasonOf(cause)}`),
      open: place => openPlace(place, pages, at),
    });
  // What isn't there can't be watched.
  mkdirSync(conversationsFolder(ports.storage), { recursive: true, mode: 0o700 });
  const following = followFiles(conversationsFolder(ports.storage), id => {
    // The pool tells of what this window writes. A tree that is drawn anew loses the keys of that moment.
    if (pool.isCurrent(id)) return;
    tree.refresh();
    // What can't be read stays as it is, and is read again with its next change.
    void pool.follow(id).catch(cause => log.warn(`Conversation ${id} can’t be read: ${reasonOf(cause)}`));
  });
  const retitling = tree.onDidChangeTreeData(() => void panels.refresh().catch(onFailure));
  return {
    ...{ tree, panels },
    commands: showingFailures(
      {
        ...rows,
        ...panelCommands(panels, pages),
        // A page asks for a conversation in itself.
        [commands.openConversation]: (id, isHere) =>
          typeof id === 'string'
            ? openPlace({ conversation: id }, pages, isHere === true ? pages.active : pages.sidebar)
            : search(pages.active),
        [sidebarCommands.openConversation]: () => search(pages.sidebar),
      },
      log,
    ),
    dispose() {
      following.dispose();
      retitling.dispose();
      tree.dispose();
    },
  };
}

function panelCommands(panels: ConversationPanels, pages: ConversationPages): Commands {
  return {
    [commands.openInEditor]: given =>
      panels.open(isRow(given) ? given.conversation.id : pages.sidebar.conversation.id),
    [commands.moveToSidebar]: () => panels.moveToSidebar(),
    [commands.moveView]: async () =>
      vscode.commands.executeCommand('workbench.action.moveFocusedView', sidebarViewId),
  };
}

async function openPlace(
  { conversation: id, turn, find }: FoundPlace,
  pages: ConversationPages,
  otherwise: OpenPage,
): Promise<void> {
  const { page } = await openConversation(id, pages, otherwise);
  if (turn === undefined || find === undefined) return page.focus();
  await page.reveal();
  page.find({ conversation: id, turn, text: find });
}
