import type { Canister, InvocationCanister } from '../../canister/canister.ts';
import { isReadable, readResult } from '../../compaction/read-result.ts';
import { fullName } from '../../ensemble/invoker.ts';

const reading = fullName(readResult);

/**
 * The full names of the tools that some canisters call, or have found, in the order in which they do. What reads results again
 * comes with the first compaction that leaves some out, not with its calls: where that is taken back, nothing asks for it.
 */
export function wantedTools(canisters: readonly Canister[]): readonly string[] {
  const names = new Set<string>();
  for (const canister of canisters) {
    if (!canister.marks.active) continue;
    if (isOfEnsemble(canister)) names.add(fullName(canister));
    if (canister.role === 'compaction' && isReadable([canister])) names.add(reading);
    if (canister.role === 'result') for (const name of canister.finds ?? []) names.add(name);
  }
  return [...names];
}

function isOfEnsemble(canister: Canister): canister is InvocationCanister {
  return canister.role === 'invocation' && canister.ensemble !== '' && fullName(canister) !== reading;
}
