import type { Canister } from '../converser/canister/canister.ts';
import { textOf } from '../converser/canister/content.ts';

/** The first line that the user wrote. */
export function titleOf(canisters: readonly Canister[]): string {
  const first = canisters.find(({ role }) => role === 'user');
  const [line = ''] = textOf(first?.content ?? [])
    .trim()
    .split('\n');
  return line.slice(0, 80);
}
