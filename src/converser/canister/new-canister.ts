import type { Clock, Ids } from '../ports.ts';
import { ordinaryMarks } from './canister.ts';

/** What every new canister has, whatever its role. */
export function newCanister(prefix: string, { ids, clock }: { readonly ids: Ids; readonly clock: Clock }) {
  return { id: ids.next(prefix), timestamp: clock.now().toISOString(), marks: ordinaryMarks };
}
