import type { Shelf, StoredConversation } from '../../store/conversation-index.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import { conversationRowCommands } from '../common/contributions.ts';
import type { Commands } from '../common/vscode-command.ts';
import { type HistoryPorts, removeConversations, renameStored } from '../sidebar/list-commands.ts';
import type { ConversationNode, ConversationRow } from './conversation-rows.ts';

export interface RowCommandPorts extends Omit<HistoryPorts, 'store'> {
  readonly store: HistoryPorts['store'] & Pick<ConversationStore, 'setShelf'>;
  readonly selected: () => readonly ConversationNode[];
  readonly changed: () => void;
}

/** A menu passes the row, and where several are selected, all of them. A key passes the row alone. */
export function rowCommands(ports: RowCommandPorts): Commands {
  const { store, selected, changed } = ports;
  const onRows =
    (act: (rows: readonly StoredConversation[]) => Promise<void>) =>
    async (given?: unknown, all?: unknown): Promise<void> => {
      if (!isRow(given)) return;
      const chosen = (Array.isArray(all) ? all : selected()).filter(isRow);
      const isChosen = chosen.some(row => row.conversation.id === given.conversation.id);
      const rows = isChosen ? chosen : [given];
      try {
        await act(rows.map(row => row.conversation));
      } finally {
        changed();
      }
    };
  const onOne =
    (act: (conversation: StoredConversation) => Promise<void>) =>
    async (given?: unknown): Promise<void> => {
      if (isRow(given)) await act(given.conversation).finally(changed);
    };
  const { open, rename, remove, pin, unpin, archive, unarchive } = conversationRowCommands;
  const shelve = (shelf: Shelf) =>
    onRows(async rows => {
      for (const { id } of rows) await store.setShelf(id, shelf);
    });
  return {
    [open]: onOne(({ id }) => ports.open(id)),
    [rename]: onOne(each => renameStored(each, ports)),
    [remove]: onRows(rows => removeConversations(rows, { ...ports, restored: changed })),
    [pin]: shelve('pinned'),
    [unpin]: shelve('day'),
    [archive]: shelve('archived'),
    [unarchive]: shelve('day'),
  };
}

export function isRow(node: unknown): node is ConversationRow {
  return typeof node === 'object' && node !== null && 'kind' in node && node.kind === 'conversation';
}
