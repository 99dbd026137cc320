import type { Canister } from '../../converser/canister/canister.ts';
import { type Conversation, createConversation } from '../../converser/conversation/conversation.ts';
import type { TurnEnd } from '../../converser/conversation/converse-event.ts';
import type { Host } from '../../converser/host.ts';
import { defined } from '../../converser/json/defined.ts';
import type { TurnSpending } from '../../converser/spending/spending.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';

/** A conversation to continue, and what its turns cost by the id of each turn's last canister. */
export interface StoredConversation {
  readonly conversation: Conversation;
  readonly spendings: Readonly<Record<string, TurnSpending>>;
  /** The program that leads it, as you named it. Absent: it is yours. */
  readonly client?: string;
  /** What of it is not stored yet under its id. */
  readonly unstored?: readonly Canister[];
}

/** A conversation of your own that begins with all that was said in another. */
export function copyOf({ conversation, spendings }: StoredConversation, id: string): StoredConversation {
  return { conversation: conversation.fork(id), spendings, unstored: conversation.canisters };
}

export async function loadConversation(store: ConversationStore, id: string): Promise<StoredConversation> {
  const conversation = createConversation(id, await store.load(id));
  const { total, turns } = await store.spending(id);
  conversation.spend(total);
  const origin = await store.origin(id);
  return defined({ conversation, spendings: turns, client: origin?.client });
}

/**
 * Stores what a turn added to a conversation. Resolves to whether that worked: if it did not, the conversation can continue,
 * and you are warned.
 */
export async function storeTurn(
  id: string,
  { canisters, spending }: TurnEnd,
  { store, host }: { readonly store: ConversationStore; readonly host: Host },
): Promise<boolean> {
  if (canisters.length === 0 && spending === undefined) return true;
  try {
    await store.append(id, canisters, defined({ spending }));
    return true;
  } catch (cause) {
    host.log.error(`The conversation could not be stored: ${String(cause)}`);
    if (canisters.length > 0)
      host.alerts.warn(
        'Converser could not store this turn, so it will be gone after a reload. The log shows why.',
      );
    return false;
  }
}
