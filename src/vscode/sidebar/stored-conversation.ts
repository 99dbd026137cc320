import { type Conversation, createConversation } from '../../converser/conversation/conversation.ts';
import type { TurnEnd } from '../../converser/conversation/converse-event.ts';
import type { Host } from '../../converser/host.ts';
import type { TurnSpending } from '../../converser/spending/spending.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';

/** A conversation to continue, and what its turns cost by the id of each turn's last canister. */
export interface StoredConversation {
  readonly conversation: Conversation;
  readonly spendings: Readonly<Record<string, TurnSpending>>;
}

export async function loadConversation(store: ConversationStore, id: string): Promise<StoredConversation> {
  const conversation = createConversation(id, await store.load(id));
  const { total, turns } = await store.spending(id);
  conversation.spend(total);
  return { conversation, spendings: turns };
}

/** Stores what a turn added to a conversation. When that fails, the conversation can continue, and you are warned. */
export async function storeTurn(
  id: string,
  { canisters, spending }: TurnEnd,
  { store, host }: { readonly store: ConversationStore; readonly host: Host },
): Promise<void> {
  if (canisters.length === 0 && spending === undefined) return;
  try {
    await store.append(id, canisters, spending);
  } catch (cause) {
    host.log.error(`The conversation could not be stored: ${String(cause)}`);
    if (canisters.length > 0)
      host.alerts.warn(
        'Converser could not store this turn, so it will be gone after a reload. The log shows why.',
      );
  }
}
