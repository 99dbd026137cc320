import { beginsTurn, type Canister } from '../../../converser/words/canister/canister.ts';

/** The instructions of a supervisor are left out, because they are not shown. */
export function splitTurns(canisters: readonly Canister[]): readonly (readonly Canister[])[] {
  const turns: Canister[][] = [];
  let before: Canister | undefined;
  for (const canister of canisters) {
    if (canister.role === 'supervisor') continue;
    const last = turns.at(-1);
    if (last === undefined || beginsTurn(canister, before)) turns.push([canister]);
    else last.push(canister);
    before = canister;
  }
  return turns;
}

/** Empty if it isn't part of the conversation. */
export function turnIn(
  { canisters }: { readonly canisters: readonly Canister[] },
  first: string,
): readonly Canister[] {
  return splitTurns(canisters).find(turn => turn[0]?.id === first) ?? [];
}
