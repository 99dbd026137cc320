import type * as vscode from 'vscode';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import { loadConversation, type StoredConversation } from '../../../store/stored-conversation.ts';
import type { SidebarConversation } from './sidebar-conversation.ts';

/** Stored for the workspace, so that a reloaded window shows the same conversation again. */
const key = 'converser.conversation';

/** Resolves to nothing when there is none, or when it cannot be read. */
export async function lastConversation(
  { store, log }: { readonly store: ConversationStore; readonly log: Log },
  state: vscode.Memento,
): Promise<StoredConversation | undefined> {
  const id = state.get<unknown>(key);
  if (typeof id !== 'string') return undefined;
  try {
    const stored = await loadConversation(store, id);
    return stored.conversation.canisters.length === 0 ? undefined : stored;
  } catch (cause) {
    log.warn(`The last conversation could not be read: ${reasonOf(cause)}`);
    return undefined;
  }
}

export function rememberConversation(conversation: SidebarConversation, state: vscode.Memento): Disposable {
  let remembered = conversation.id;
  return conversation.onDidChange(() => {
    if (conversation.id === remembered && state.get(key) === remembered) return;
    remembered = conversation.id;
    // Where this fails, the next window starts a new conversation.
    state.update(key, remembered).then(undefined, () => {});
  });
}
