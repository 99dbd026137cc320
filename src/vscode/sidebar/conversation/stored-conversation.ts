import type { Canister } from '../../../converser/canister/canister.ts';
import { closingOf } from '../../../converser/canister/interruption.ts';
import { type Conversation, createConversation } from '../../../converser/conversation/conversation.ts';
import type { Joined, TurnEnd } from '../../../converser/conversation/converse-event.ts';
import type { Host } from '../../../converser/host.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { TurnSpending } from '../../../converser/spending/spending.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';

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
  const said = conversation.canisters;
  const unstored = [...said, ...closing(said)];
  return { conversation: createConversation(id, unstored), spendings, unstored };
}

export async function loadConversation(store: ConversationStore, id: string): Promise<StoredConversation> {
  const origin = await store.origin(id);
  const said = await store.load(id);
  // The turn of a program may still run.
  const unstored = origin === undefined ? closing(said) : [];
  const conversation = createConversation(id, [...said, ...unstored]);
  const { total, turns } = await store.spending(id);
  conversation.spend(total);
  return defined({ conversation, spendings: turns, client: origin?.client, unstored });
}

/** What is missing where Converser was closed while a turn ran. */
function closing(said: readonly Canister[]): readonly Canister[] {
  const end = closingOf(said);
  return end === undefined ? [] : [end];
}

/** Stores a turn while it runs. */
export interface TurnKeeper {
  /** Never rejects: if storing does not work, the conversation continues, and you are warned once. */
  keep(event: Joined | TurnEnd): Promise<void>;
  /** What could not be stored so far. */
  readonly unstored: readonly Canister[];
}

export function createTurnKeeper(
  { conversation: { id }, unstored: before = [] }: StoredConversation,
  { store, host }: { readonly store: ConversationStore; readonly host: Host },
): TurnKeeper {
  let unstored = before;
  let first: string | undefined;
  let hasWarned = false;

  async function keep(event: Joined | TurnEnd): Promise<void> {
    if (event.type === 'joined') {
      first ??= event.canisters[0]?.id;
      unstored = [...unstored, ...event.canisters];
      await store.append(id, unstored);
      unstored = [];
    } else if (event.rolledBack && first !== undefined) {
      await store.rollBack(id, first);
    }
    if (event.type === 'joined' || event.spending === undefined) return;
    const { spending, canisters } = event;
    await store.append(id, [], defined({ spending, of: canisters.at(-1)?.id }));
  }

  return {
    get unstored() {
      return unstored;
    },
    async keep(event) {
      try {
        await keep(event);
      } catch (cause) {
        host.log.error(`The conversation could not be stored: ${String(cause)}`);
        if (hasWarned || unstored.length === 0) return;
        hasWarned = true;
        host.alerts.warn(
          'Converser could not store this turn, so it will be gone after a reload. The log shows why.',
        );
      }
    },
  };
}
