import type { Listen } from '../../converser/ground/async/listeners.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Thought } from '../../converser/words/conversation/thought.ts';
import type { Spending, TurnSpending } from '../../converser/words/spending/spending.ts';

/** Contract: a client is given no conversation of another; what is kept may be dropped at any time, the oldest first. */
export interface KeptConversations {
  list(client: string): Promise<readonly ListedConversation[]>;
  find(id: string, client: string): Promise<KeptConversation | undefined>;
  /** Adds part of a turn to the conversation with its id, or begins it. Never rejects. */
  keep(turn: KeptTurn): Promise<void>;
  /** Resolves once a crash of the machine can’t take what was kept of it. Never rejects. */
  settle(id: string, client: string): Promise<void>;
  readonly onDidChange: Listen<string>;
}

export interface ListedConversation {
  readonly id: string;
  readonly client: string;
  readonly title: string;
  /** Its last turn ended then; ISO 8601, UTC. */
  readonly timestamp: string;
  readonly model: string;
  readonly tools: readonly string[];
}

export interface KeptConversation extends ListedConversation {
  readonly canisters: readonly Canister[];
  readonly spending: Spending;
}

export interface KeptTurn extends Pick<ListedConversation, 'id' | 'client' | 'model' | 'tools'> {
  readonly canisters: readonly Canister[];
  /** They are for you: no program is given them again. */
  readonly thoughts?: readonly Thought[];
  readonly spending?: TurnSpending;
  /** Names the turn's first canister, if all that was added of it is taken back. */
  readonly rolledBack?: string;
  /** Names the turn's last canister; absent if only the turn's cost is kept. */
  readonly of?: string;
}
