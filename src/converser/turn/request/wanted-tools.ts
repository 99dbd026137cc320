import type { Canister } from '../../canister/canister.ts';
import { fullName } from '../../ensemble/invoker.ts';

/** The full names of the tools that some canisters call, or have found, in the order in which they do. */
export function wantedTools(canisters: readonly Canister[]): readonly string[] {
  const names = new Set<string>();
  for (const canister of canisters) {
    if (!canister.marks.active) continue;
    if (canister.role === 'invocation' && canister.ensemble !== '') names.add(fullName(canister));
    if (canister.role === 'result') for (const name of canister.finds ?? []) names.add(name);
  }
  return [...names];
}
