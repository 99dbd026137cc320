import * as vscode from 'vscode';
import type { StoredConversation } from '../../store/conversation-index.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import type { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import { askingIn, type PermissionQuestions, type ServerQuestions } from '../questions/open-questions.ts';
import type { ConversationPool } from './conversation/conversation-pool.ts';
import { type HistoryNow, shownTitle } from './list-choices.ts';
import type { SidebarPage } from './sidebar-page.ts';

export interface HistoryPorts {
  readonly pool: Pick<ConversationPool, 'allRunning' | 'close'>;
  readonly pages: { showing(id: string): unknown };
  readonly store: Pick<ConversationStore, 'list' | 'rename' | 'remove'>;
  readonly questions: Pick<PermissionQuestions, 'all'>;
  readonly requests: Pick<ServerQuestions, 'all'>;
  readonly finished: { readonly unseen: readonly string[] };
  readonly ask: Pick<AskUser, 'enter'>;
  readonly notices: Notices;
  readonly open: (id: string) => Promise<void>;
}

export interface ShownHistoryPorts extends HistoryPorts {
  readonly conversation: { readonly id: string };
  readonly page: Pick<SidebarPage, 'focus'>;
}

interface Notices {
  readonly inform: typeof inform;
  readonly showFailure: (cause: unknown) => void;
}

export function historyCommands(ports: ShownHistoryPorts): Commands {
  const { conversation, store, page, notices } = ports;
  const ofShown = async (act: (shown: StoredConversation) => unknown) => {
    const shown = (await store.list()).find(({ id }) => id === conversation.id);
    if (shown === undefined)
      void notices.inform('This conversation is not stored yet: send a message first.');
    else await act(shown);
  };
  return {
    [commands.renameConversation]: () => ofShown(shown => renameStored(shown, ports)),
    [commands.deleteConversation]: () =>
      ofShown(async shown => {
        await removeConversations([shown], ports);
        await page.focus();
      }),
  };
}

export function historyNow({
  conversation,
  pool,
  questions,
  requests,
  finished,
}: Pick<ShownHistoryPorts, 'conversation' | 'pool' | 'questions' | 'requests' | 'finished'>): HistoryNow {
  return {
    shown: conversation.id,
    running: pool.allRunning,
    waiting: [
      ...questions.all.map(({ question }) => question.conversationId),
      ...requests.all.flatMap(({ question }) => askingIn(question) ?? []),
    ],
    unseen: finished.unseen,
    time: new Date(),
    language: vscode.env.language,
  };
}

export async function renameStored(
  { id, title }: StoredConversation,
  { ask, store }: Pick<HistoryPorts, 'ask'> & { readonly store: Pick<ConversationStore, 'rename'> },
): Promise<void> {
  const named = await ask.enter({
    title: 'Rename Conversation',
    prompt: 'Name of the conversation in the list',
    value: title,
    take: async name =>
      name === '' ? { problem: 'Enter a name.' } : { value: name.replaceAll(/\s+/g, ' ').slice(0, 200) },
  });
  if (named !== undefined) await store.rename(id, named);
}

/** You can bring them back until the message about them is gone. */
export async function removeConversations(
  deleted: readonly StoredConversation[],
  ports: HistoryPorts & { readonly restored?: () => void },
): Promise<void> {
  const { pool, pages, store, notices } = ports;
  const [first] = deleted;
  if (first === undefined) return;
  const shown = deleted.find(({ id }) => pages.showing(id) !== undefined)?.id;
  const restores: (() => Promise<void>)[] = [];
  for (const { id } of deleted) {
    await pool.close(id);
    restores.push(await store.remove(id));
  }
  const what = deleted.length === 1 ? `“${shownTitle(first)}”` : `${deleted.length} conversations`;
  const offerUndo = async (): Promise<void> => {
    if ((await notices.inform(`Deleted ${what}.`, 'Undo')) !== 'Undo') return;
    try {
      for (const restore of restores) await restore();
    } catch (cause) {
      notices.showFailure(cause);
      return offerUndo();
    }
    ports.restored?.();
    if (shown !== undefined) await ports.open(shown);
  };
  // The message may stay for long.
  void offerUndo().catch(notices.showFailure);
}
