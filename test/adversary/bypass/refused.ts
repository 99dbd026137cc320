import type { Failure, ResultCanister } from '../../../src/converser/words/canister/canister.ts';

/** What ran of some calls, none of which may. */
export function ran(results: readonly ResultCanister[]): readonly string[] {
  return results.flatMap(({ failure }) =>
    failure !== undefined && isRefused(failure) ? [] : [`it ran: ${failure?.message ?? 'with success'}`],
  );
}

/** Nothing was started. */
function isRefused({ kind, message }: Failure): boolean {
  return kind === 'permission' || kind === 'validation' || /^The path .* can’t be used/.test(message);
}
