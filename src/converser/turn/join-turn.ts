import type { Canister } from '../canister/canister.ts';
import type { Turn } from '../conversation/conversation.ts';
import type { Joined } from '../conversation/converse-event.ts';

/** Adds a whole part to the turn, and returns the event that tells so. */
export function joinTurn(turn: Turn, canisters: readonly Canister[]): readonly [Joined] {
  turn.join(canisters);
  return [{ type: 'joined', canisters }];
}
