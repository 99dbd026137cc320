import type { Canister, ResultCanister } from '../converser/words/canister/canister.ts';
import { wireName } from '../converser/words/ensemble/wire-name.ts';
import type { ToolDefinition } from '../converser/words/models/provider.ts';

export interface ReferringResult extends ResultCanister {
  readonly toolReferences: readonly string[];
}

export function isReferring(result: ResultCanister): result is ReferringResult {
  return 'toolReferences' in result;
}

/** Only tools that the conversation has come to know by a result are referred to; requests begin with all others. */
export function withReferences(
  canisters: readonly Canister[],
  tools: readonly ToolDefinition[],
): { readonly canisters: readonly Canister[]; readonly referred: ReadonlySet<string> } {
  const left = new Set(tools.flatMap(({ name, found, native }) => (found && !native ? [name] : [])));
  const referred = new Set<string>();
  if (left.size === 0) return { canisters, referred };
  const referring = canisters.map(canister => {
    if (canister.role !== 'result' || canister.finds === undefined || canister.failure !== undefined)
      return canister;
    const names = canister.finds.map(wireNameOf).filter(name => left.delete(name));
    for (const name of names) referred.add(name);
    return names.length === 0 ? canister : referringTo(names, canister);
  });
  return { canisters: referring, referred };
}

function wireNameOf(fullName: string): string {
  const [ensemble = '', ...name] = fullName.split(':');
  return wireName({ ensemble, name: name.join(':') });
}

const made = new WeakMap<ResultCanister, ReferringResult>();

/** What requests have in common is found by its objects, so the same object is returned each time. */
function referringTo(names: readonly string[], result: ResultCanister): ReferringResult {
  const known = made.get(result);
  if (known?.toolReferences.join() === names.join()) return known;
  const referring = { ...result, toolReferences: names };
  made.set(result, referring);
  return referring;
}
