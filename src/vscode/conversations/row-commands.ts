import type { ConversationStore } from '../../store/conversation-store.ts';
import { conversationRowCommands } from '../common/contributions.ts';
import type { Commands } from '../common/vscode-command.ts';
import { type HistoryPorts, removeConversation, renameStored } from '../sidebar/list-commands.ts';
import type { ConversationRow } from './conversation-rows.ts';

export interface RowCommandPorts extends Omit<HistoryPorts, 'store'> {
  readonly store: HistoryPorts['store'] & Pick<ConversationStore, 'setShelf'>;
  readonly changed: () => void;
}

/** VS Code passes the row, and where several are selected, all of them. */
export function rowCommands(ports: RowCommandPorts): Commands {
  const { conversation, store, focusSidebar, changed } = ports;
  const onRows =
    (act: (row: ConversationRow) => Promise<void>) =>
    async (given?: unknown, all?: unknown): Promise<void> => {
      const chosen = Array.isArray(all) ? all.filter(isRow) : [];
      const rows = chosen.length > 0 ? chosen : isRow(given) ? [given] : [];
      try {
        for (const row of rows) await act(row);
      } finally {
        changed();
      }
    };
  const { open, rename, remove, pin, unpin, archive, unarchive } = conversationRowCommands;
  const shelve = (shelf: Parameters<ConversationStore['setShelf']>[1]) =>
    onRows(row => store.setShelf(row.conversation.id, shelf));
  return {
    [open]: onRows(async row => {
      await conversation.open(row.conversation.id);
      await focusSidebar();
    }),
    [rename]: onRows(row => renameStored(row.conversation, ports)),
    [remove]: onRows(row => removeConversation(row.conversation, { ...ports, restored: changed })),
    [pin]: shelve('pinned'),
    [unpin]: shelve('day'),
    [archive]: shelve('archived'),
    [unarchive]: shelve('day'),
  };
}

function isRow(node: unknown): node is ConversationRow {
  return typeof node === 'object' && node !== null && 'kind' in node && node.kind === 'conversation';
}
