import type * as vscode from 'vscode';
import type { Disposable } from '../../converser/async/listeners.ts';
import { createConversation } from '../../converser/conversation/conversation.ts';
import { reasonOf } from '../../converser/errors.ts';
import type { Log } from '../../converser/ports.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { Begun, SidebarConversation } from './sidebar-conversation.ts';

/** Kept with the workspace, so that a reloaded window shows the conversation that it showed before. */
const key = 'converser.conversation';

/** The conversation that was shown last; nothing when there was none, or it cannot be read. */
export async function lastConversation(
  { store, log }: { readonly store: ConversationStore; readonly log: Log },
  state: vscode.Memento,
): Promise<Begun | undefined> {
  const id = state.get<unknown>(key);
  if (typeof id !== 'string') return undefined;
  try {
    const canisters = await store.load(id);
    if (canisters.length === 0) return undefined;
    const { total, turns } = await store.spending(id);
    const conversation = createConversation(id, canisters);
    conversation.spend(total);
    return { conversation, spendings: turns };
  } catch (cause) {
    log.warn(`The last conversation could not be read: ${reasonOf(cause)}`);
    return undefined;
  }
}

/** From now on, the conversation that is shown is the last one. */
export function rememberConversation(conversation: SidebarConversation, state: vscode.Memento): Disposable {
  let remembered = conversation.id;
  return conversation.onDidChange(() => {
    if (conversation.id === remembered && state.get(key) === remembered) return;
    remembered = conversation.id;
    // Where it cannot be kept, the next window begins anew.
    state.update(key, remembered).then(undefined, () => {});
  });
}
