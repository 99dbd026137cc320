import type { Canister } from '../canister/canister.ts';
import { joinHistory, validHistory } from '../canister/valid-history.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { shortened, supersededIn } from '../invocation/deduplication/short-results.ts';

/** What the model is sent of a conversation, round after round. */
export interface SentHistory {
  /** With what the turn had when it was read last. */
  readonly canisters: readonly Canister[];
  /** Whether the model is no longer sent what this result says. */
  isHidden(resultId: string): boolean;
  /** Takes in what has joined the turn since. */
  read(): readonly Canister[];
}

/** `above` are instructions, which are not kept. */
export function createSentHistory(
  above: readonly Canister[],
  { conversation, turn }: { readonly conversation: Conversation; readonly turn: Turn },
): SentHistory {
  let sound = validHistory([...above, ...conversation.canisters]);
  let seen = turn.canisters.length;
  const superseded = supersededIn(sound);
  return {
    get canisters() {
      return sound;
    },
    isHidden: id => superseded.has(id),
    read() {
      // Each round ends with the results of its invocations, so that what it has added is sound by itself, and what you add.
      sound = joinHistory(sound, validHistory(turn.canisters.slice(seen)));
      seen = turn.canisters.length;
      return shortened(sound, superseded);
    },
  };
}
