import type { Canister, InvocationCanister } from '../canister/canister.ts';
import { callText } from '../invocation/deduplication/short-results.ts';
import { visibleLine } from '../wording/visible-text.ts';

/**
 * Who or what speaks, above what it says, for a model that summarizes. `undefined`: it says nothing of its own.
 *
 * @param calls by their ids
 */
export function canisterTitle(
  canister: Canister,
  { calls, attached }: { readonly calls: ReadonlyMap<string, InvocationCanister>; readonly attached: string },
): string | undefined {
  switch (canister.role) {
    case 'user':
      return 'The user';
    case 'assistant':
      return 'The model';
    case 'document':
      return attached;
    case 'result': {
      const call = calls.get(canister.invocationId);
      const failed = canister.failure === undefined ? '' : ' (failed)';
      return `Result${failed}${call === undefined ? '' : ` of ${visibleLine(callText(call))}`}`;
    }
    case 'supervisor':
    case 'invocation':
    case 'compaction':
      return undefined;
  }
}
