import type { Canister } from '../../../converser/canister/canister.ts';

/**
 * Canisters as the turns they came in, without the instructions of a supervisor, which are not shown. A turn starts
 * with the first input of yours after something else.
 */
export function splitTurns(canisters: readonly Canister[]): readonly (readonly Canister[])[] {
  const turns: Canister[][] = [];
  let isAfterInput = false;
  for (const canister of canisters) {
    if (canister.role === 'supervisor') continue;
    const isInput = canister.role === 'user' || canister.role === 'document';
    const last = turns.at(-1);
    if (last === undefined || (isInput && !isAfterInput)) turns.push([canister]);
    else last.push(canister);
    isAfterInput = isInput;
  }
  return turns;
}
