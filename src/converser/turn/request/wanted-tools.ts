import type { Canister, InvocationCanister } from '../../words/canister/canister.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import { isReadable, readResult } from '../compaction/read-result.ts';

const reading = fullName(readResult);

export interface WantedTool {
  readonly fullName: string;
  readonly isFound: boolean;
}

/** `read_result` comes with the first result that is cut or left out, so that it goes when that is taken back. */
export function wantedTools(canisters: readonly Canister[]): readonly WantedTool[] {
  const wanted = new Map<string, WantedTool>();
  const add = (name: string, isFound = false) => {
    if (!wanted.has(name)) wanted.set(name, { fullName: name, isFound });
  };
  // Most calls are of a few tools, and their full names take time to make.
  const lastOf = new Map<string, string>();
  for (const canister of canisters) {
    if (!canister.marks.active) continue;
    if (isOfEnsemble(canister) && lastOf.get(canister.name) !== canister.ensemble) {
      lastOf.set(canister.name, canister.ensemble);
      add(fullName(canister));
    }
    if (isReadable(canister)) add(reading);
    if (canister.role === 'result') for (const name of canister.finds ?? []) add(name, true);
  }
  return [...wanted.values()];
}

function isOfEnsemble(canister: Canister): canister is InvocationCanister {
  return canister.role === 'invocation' && canister.ensemble !== '' && !isReading(canister);
}

function isReading({ ensemble, name }: InvocationCanister): boolean {
  return ensemble === readResult.ensemble && name === readResult.name;
}
