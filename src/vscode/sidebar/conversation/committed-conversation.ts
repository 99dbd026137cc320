import type { Canister } from '../../../converser/canister/canister.ts';
import type { Conversation } from '../../../converser/conversation/conversation.ts';
import type { Joined, TurnEnd } from '../../../converser/conversation/converse-event.ts';
import type { Host } from '../../../converser/host.ts';
import type { Exposure } from '../../../converser/labels/exposure.ts';
import type { Spending, TurnSpending } from '../../../converser/spending/spending.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import { copyOf, createTurnKeeper, type StoredConversation, type Thoughts } from './stored-conversation.ts';

export interface KeepingPorts {
  readonly store: ConversationStore;
  readonly host: Host;
}

/** What is committed of one conversation, in memory and in the store. */
export class CommittedConversation {
  readonly #ports: KeepingPorts;
  #stored: StoredConversation;

  constructor(stored: StoredConversation, ports: KeepingPorts) {
    this.#stored = stored;
    this.#ports = ports;
  }

  get conversation(): Conversation {
    return this.#stored.conversation;
  }

  get id(): string {
    return this.conversation.id;
  }

  get canisters(): readonly Canister[] {
    return this.conversation.canisters;
  }

  /** What it has read, the turn that runs included. */
  get exposure(): Exposure {
    return this.conversation.exposure();
  }

  /** The program that leads it, as you named it. Absent: it is yours. */
  get client(): string | undefined {
    return this.#stored.client;
  }

  /** What models thought, by the id of the canister that it led to. */
  get thoughts(): Thoughts {
    return this.#stored.thoughts;
  }

  /** What turns cost, by the id of the turn's last canister. */
  get spendings(): Readonly<Record<string, TurnSpending>> {
    return this.#stored.spendings;
  }

  /** What the turns that have ended cost, including those that were rolled back. */
  get spending(): Spending {
    return this.conversation.spending;
  }

  /** Takes what is stored of it now for what it is. */
  replace(stored: StoredConversation): void {
    this.#stored = stored;
  }

  /** Where a program leads it, it is a copy of yours from here on, which the program does not see. */
  makeYours(): void {
    if (this.client === undefined) return;
    this.#stored = copyOf(this.#stored, this.#ports.host.ids.next('conversation'));
  }

  /** Stores one turn, or one compaction, event by event. What it returns never rejects: see `TurnKeeper`. */
  keeping(): (event: Joined | TurnEnd) => Promise<void> {
    const keeper = createTurnKeeper(this.#stored, this.#ports);
    return async event => {
      await keeper.keep(event);
      this.#stored = { ...this.#stored, unstored: keeper.unstored, thoughts: keeper.thoughts };
    };
  }

  /** Shows what a turn cost, which is stored already. */
  addSpending({ canisters, spending }: TurnEnd): void {
    const last = canisters.at(-1);
    if (last === undefined || spending === undefined) return;
    this.#stored = { ...this.#stored, spendings: { ...this.#stored.spendings, [last.id]: spending } };
  }

  /** Stores what was spent between two turns. */
  async storeSpending(spending: TurnSpending): Promise<void> {
    if (spending.requests > 0) await this.#ports.store.append(this.id, [], { spending });
  }
}
