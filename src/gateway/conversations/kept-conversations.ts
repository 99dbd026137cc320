import type { Listen } from '../../converser/ground/async/listeners.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Thought } from '../../converser/words/conversation/thought.ts';
import type { Spending, TurnSpending } from '../../converser/words/spending/spending.ts';

/**
 * Where the conversations are kept that programs lead through the gateway.
 *
 * Contract: a client is given no conversation of another; what is kept may be dropped at any time, the oldest first.
 */
export interface KeptConversations {
  /** Those of one client, the newest first. */
  list(client: string): Promise<readonly ListedConversation[]>;
  find(id: string, client: string): Promise<KeptConversation | undefined>;
  /** Adds a part of a turn to the conversation with its id, or begins that conversation. Never rejects. */
  keep(turn: KeptTurn): Promise<void>;
  /** With the name of the client whose list has changed. */
  readonly onDidChange: Listen<string>;
}

export interface ListedConversation {
  readonly id: string;
  /** The name of the client. */
  readonly client: string;
  /** The first line of the first prompt. */
  readonly title: string;
  /** When its last turn ended; ISO 8601, UTC. */
  readonly timestamp: string;
  /** `provider/id` of the model that was asked last. */
  readonly model: string;
  /** The ensembles that it was given then; `*`: all. */
  readonly tools: readonly string[];
}

export interface KeptConversation extends ListedConversation {
  readonly canisters: readonly Canister[];
  readonly spending: Spending;
}

/** What a turn adds, in one or several parts. */
export interface KeptTurn extends Pick<ListedConversation, 'id' | 'client' | 'model' | 'tools'> {
  readonly canisters: readonly Canister[];
  /** What led to them, for you: no program is given it again. */
  readonly thoughts?: readonly Thought[];
  /** What the whole turn cost. */
  readonly spending?: TurnSpending;
  /** The id of the turn's first canister, if all that was added of it is taken back. */
  readonly rolledBack?: string;
  /** The id of the turn's last canister. Absent: nothing of the turn is kept but its cost. */
  readonly of?: string;
}
