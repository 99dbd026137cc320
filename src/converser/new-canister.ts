import { ordinaryMarks } from './canister.ts';
import type { Host } from './host.ts';

/** What every new canister has, whatever its role. */
export function newCanister(prefix: string, { ids, clock }: Pick<Host, 'ids' | 'clock'>) {
  return { id: ids.next(prefix), timestamp: clock.now().toISOString(), marks: ordinaryMarks };
}
