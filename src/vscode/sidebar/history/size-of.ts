import type { Canister } from '../../../converser/words/canister/canister.ts';
import { contentSize } from '../../../converser/words/canister/content-size.ts';

export function sizeOf(canisters: readonly Canister[]): number {
  return canisters.reduce((sum, canister) => sum + extraSize(canister) + contentSize(canister.content), 0);
}

function extraSize(canister: Canister): number {
  if (canister.role === 'invocation') return JSON.stringify(canister.arguments).length;
  return canister.role === 'result' ? (canister.screen?.length ?? 0) : 0;
}
