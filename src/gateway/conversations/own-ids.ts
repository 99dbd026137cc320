import type { Clock, Ids } from '../../converser/ground/ports.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { newCanister } from '../../converser/words/canister/new-canister.ts';

export function withOwnIds(
  canisters: readonly Canister[],
  ports: { readonly ids: Ids; readonly clock: Clock },
): readonly Canister[] {
  const own = new Map<string, string>();
  return canisters.map(canister => {
    const fresh = newCanister(canister.role, ports);
    own.set(canister.id, fresh.id);
    if (canister.role !== 'result') return { ...canister, ...fresh };
    return { ...canister, ...fresh, invocationId: own.get(canister.invocationId) ?? canister.invocationId };
  });
}
