import type { UndoneTurn } from '../../store/undone-turns.ts';

/** Conversations whose turns are undone. */
export interface UndoableConversations {
  isRunning(conversationId: string): boolean;
  /** Whether a turn has no end because the program ended before it. Not for a conversation that isn't stored. */
  wasCutOff(conversationId: string, turnId: string): Promise<boolean>;
  /** Takes a turn from what the model is told, or gives it back. Does nothing for a conversation that isn't stored. */
  setUndone(turn: UndoneTurn & { readonly conversationId: string }): Promise<void>;
}
