import * as vscode from 'vscode';
import type { Converser } from '../../house/create-converser.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { Exchange } from '../../vscode/commands/exchange-commands.ts';
import { conversationsFolder } from '../conversations-folder.ts';
import type { VscodeStorage } from '../vscode-ports.ts';

export type FolderStorage = Pick<VscodeStorage, 'workspaceFolder' | 'globalFolder'>;

export function composeExchange(
  { host, roots }: Pick<Converser, 'host' | 'roots'>,
  { store, storage }: { readonly store: ConversationStore; readonly storage: FolderStorage },
): Exchange {
  return {
    async take(bytes) {
      const { importConversation } = await import('../../house/exchange/import-conversation.ts');
      return importConversation(bytes, { store, host });
    },
    async find(source, signal) {
      if (source === 'elsewhere') {
        const { conversationsElsewhere } = await import('../../store/exchange/other-workspaces.ts');
        return conversationsElsewhere({ ...placesOf(storage), signal });
      }
      const { findSessions } = await import('../../house/exchange/find-sessions.ts');
      return findSessions(source, { roots: roots.map(root => root.path), env: process.env, signal });
    },
  };
}

/** While no folder is open, only the global storage is known. */
function placesOf({ workspaceFolder, globalFolder }: FolderStorage) {
  const hasFolder = workspaceFolder.toString() !== globalFolder.toString();
  const storages = hasFolder
    ? vscode.Uri.joinPath(workspaceFolder, '..', '..')
    : vscode.Uri.joinPath(globalFolder, '..', '..', 'workspaceStorage');
  const withoutFolder = conversationsFolder({ workspaceFolder: globalFolder });
  return { own: conversationsFolder({ workspaceFolder }), storages: storages.fsPath, withoutFolder };
}
