import * as vscode from 'vscode';
import type { Disposable, Listen } from '../converser/ground/async/listeners.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import { editorRipgrep } from '../ensembles/workspace/editor-powers.ts';
import type { Converser } from '../house/create-converser.ts';
import { createConversationFinder } from '../store/conversation-finder.ts';
import { showingFailures } from '../vscode/commands/palette.ts';
import type { AskUser } from '../vscode/common/ask-in-vscode.ts';
import { commands } from '../vscode/common/contributions.ts';
import { inform } from '../vscode/common/notices.ts';
import { showFailure } from '../vscode/common/show-failure.ts';
import type { Commands } from '../vscode/common/vscode-command.ts';
import {
  type ConversationsTree,
  createConversationsTree,
} from '../vscode/conversations/conversations-tree.ts';
import { type FoundPlace, openCommand } from '../vscode/conversations/open-command.ts';
import { rowCommands } from '../vscode/conversations/row-commands.ts';
import type { PermissionQuestions } from '../vscode/questions/open-questions.ts';
import { historyNow } from '../vscode/sidebar/list-commands.ts';
import type { TurnChanges } from '../vscode/undo/turn-changes.ts';
import { conversationsFolder, openConversation, type Pages } from './compose-pages.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface ConversationsPorts {
  readonly converser: Pick<Converser, 'host'>;
  readonly side: Pages;
  readonly questions: PermissionQuestions;
  readonly changes: TurnChanges;
  readonly ask: AskUser;
  readonly storage: Pick<VscodeStorage, 'workspaceFolder'>;
}

export interface ConversationsView extends Disposable {
  readonly tree: ConversationsTree;
  readonly commands: Commands;
}

export function composeConversations(ports: ConversationsPorts): ConversationsView {
  const { side, questions, changes, ask } = ports;
  const { store, pool, pages, finished } = side;
  const { log } = ports.converser.host;
  const now = () => historyNow({ conversation: pages.active.conversation, pool, questions, finished });
  const joined: Listen<void> = listener =>
    pool.onEvent(({ event }) => {
      if (event.type === 'joined') listener();
    });
  // You see then what has finished, and another window may have changed something.
  const looked: Listen<void> = listener => vscode.window.onDidChangeWindowState(() => listener());
  const tree = createConversationsTree({
    list: store.list,
    now,
    changes: [pool.onDidChange, joined, questions.onDidChange, side.onDidLook, pages.onDidChange, looked],
  });
  const onFailure = (cause: unknown) => void showFailure(cause, log);
  const rows = rowCommands({
    ...{ pool, pages, store, questions, finished, ask },
    changed: tree.refresh,
    selected: () => tree.selected,
    notices: { inform, showFailure: onFailure },
    open: async id => (await openConversation(id, side)).page.focus(),
  });
  const finder = createConversationFinder(conversationsFolder(ports.storage), async () =>
    editorRipgrep(vscode.env.appRoot),
  );
  const search = () =>
    openCommand({
      ...{ store, finder, now, ask },
      changedTurns: async () => {
        await changes.refresh();
        return new Set(changes.all.flatMap(({ record }) => record.header.turnId ?? []));
      },
      skipped: ({ id }, cause) => log.warn(`Conversation ${id} can’t be read: ${reasonOf(cause)}`),
      open: place => openPlace(place, side),
    });
  return {
    tree,
    commands: showingFailures(
      {
        ...rows,
        [commands.openConversation]: id =>
          typeof id === 'string' ? openPlace({ conversation: id }, side) : search(),
      },
      log,
    ),
    dispose: () => tree.dispose(),
  };
}

async function openPlace({ conversation: id, turn, find }: FoundPlace, side: Pages): Promise<void> {
  const { page } = await openConversation(id, side);
  if (turn === undefined || find === undefined) return page.focus();
  await page.reveal();
  page.find({ conversation: id, turn, text: find });
}
