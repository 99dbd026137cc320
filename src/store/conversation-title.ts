import type { Canister } from '../converser/words/canister/canister.ts';
import { textOf } from '../converser/words/canister/content.ts';

/** How its first message begins. */
export function titleOf(canisters: readonly Canister[]): string {
  const first = canisters.find(({ role }) => role === 'user');
  const [line = ''] = textOf(first?.content ?? [])
    .trim()
    .split('\n');
  return line.slice(0, limit);
}

/** In characters. */
const limit = 80;
