import type { Way } from '../../ensembles/workspace/journal/versions/pending-ways.ts';
import type { UndoneTurn } from '../../store/undone-turns.ts';

export interface UndoableConversations {
  isRunning(conversationId: string): boolean;
  /** Always false for a conversation that isn't stored. */
  wasCutOff(conversationId: string, turnId: string): Promise<boolean>;
  /** Does nothing for a conversation that isn't stored. */
  setUndone(turn: UndoneTurn & { readonly conversationId: string }): Promise<void>;
  /** From the version that is shown. */
  wayTo(conversationId: string, canister: string): Promise<Way>;
  goTo(conversationId: string, canister: string): Promise<void>;
}
