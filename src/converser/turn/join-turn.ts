import { defined } from '../ground/json/defined.ts';
import type { Canister } from '../words/canister/canister.ts';
import type { Turn } from '../words/conversation/conversation.ts';
import type { Joined, MessageAdded } from '../words/conversation/converse-event.ts';
import type { Thought } from '../words/conversation/thought.ts';

export function joinTurn(
  turn: Turn,
  canisters: readonly Canister[],
  thought?: Omit<Thought, 'before'>,
): readonly [Joined] {
  const joined = turn.join(canisters);
  const before = canisters[0]?.id;
  const kept = thought === undefined || before === undefined ? undefined : { before, ...thought };
  return [defined({ type: 'joined', canisters: joined, thought: kept })];
}

export function addToTurn(turn: Turn, canisters: readonly Canister[]): readonly [MessageAdded, Joined] {
  const [joined] = joinTurn(turn, canisters);
  return [{ type: 'message-added', canisters: joined.canisters }, joined];
}
