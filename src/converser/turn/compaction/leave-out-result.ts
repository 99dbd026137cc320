import type { Host } from '../../ground/host.ts';
import type { Canister, CompactionCanister } from '../../words/canister/canister.ts';
import { newCanister } from '../../words/canister/new-canister.ts';
import { leftOut, readResults, withRepeating } from './long-results.ts';
import type { SentHistory } from './sent-history.ts';

export interface LeaveOutOptions {
  readonly sent: SentHistory;
  readonly host: Pick<Host, 'ids' | 'clock'>;
  readonly sizeOf: (canisters: readonly Canister[]) => number;
}

/** Undefined for what is pinned, or so short that a line in its place would save nothing. */
export function leaveOutResult(
  id: string,
  { sent, host, sizeOf }: LeaveOutOptions,
): CompactionCanister | undefined {
  const now = new Map(sent.after([]).map(each => [each.id, each]));
  const all = readResults(sent.history(), result => now.get(result.id));
  const read = all.find(({ result }) => result.id === id && !result.inShort);
  const taken = read && leftOut(read, 'user');
  if (taken === undefined) return undefined;
  const draft = {
    ...newCanister('compaction', host),
    results: withRepeating(taken.result, all),
    passages: [],
  };
  const tokens = { before: sizeOf(sent.after([])), after: sizeOf(sent.after([], [draft])) };
  return { ...draft, role: 'compaction', content: [], reason: 'asked', tokens };
}
