import { type Canister, isResult, type ResultCanister } from '../../converser/words/canister/canister.ts';

/**
 * The templates of some models, such as Llama 3, accept only one call in a message.
 *
 * @param canisters a valid history
 */
export function callByCall(canisters: readonly Canister[]): readonly Canister[] {
  const results = new Map(canisters.filter(isResult).map(result => [result.invocationId, result]));
  return canisters.flatMap(canister => {
    if (canister.role === 'result') return [];
    const result: ResultCanister | undefined =
      canister.role === 'invocation' ? results.get(canister.id) : undefined;
    return result === undefined ? [canister] : [canister, result];
  });
}
