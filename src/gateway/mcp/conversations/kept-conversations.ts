import type { Listen } from '../../../converser/async/listeners.ts';
import type { Canister } from '../../../converser/canister/canister.ts';
import type { Spending } from '../../../converser/spending/spending.ts';

/**
 * Where the conversations are kept that clients lead through this door.
 *
 * Contract: a client is given no conversation of another; what is kept may be dropped at any time, the oldest first.
 */
export interface KeptConversations {
  /** Those of one client, the newest first. */
  list(client: string): Promise<readonly KeptConversation[]>;
  find(id: string, client: string): Promise<KeptConversation | undefined>;
  /** Adds a conversation, or puts it in the place of the one with its id. */
  keep(conversation: KeptConversation): Promise<void>;
  /** With the name of the client whose list has changed. */
  readonly onDidChange: Listen<string>;
}

export interface KeptConversation {
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
  readonly canisters: readonly Canister[];
  readonly spending: Spending;
}
