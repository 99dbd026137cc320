import type { Canister } from '../converser/words/canister/canister.ts';
import type { Thought } from '../converser/words/conversation/thought.ts';
import { saidIn } from './records.ts';

/** On lines of their own, thoughts never reach a model. */
export function thoughtsIn(lines: readonly string[], canisters: readonly Canister[]): readonly Thought[] {
  const thoughts = lines.flatMap(line => saidIn<readonly Thought[]>(line, 'thoughts') ?? []);
  if (thoughts.length === 0) return [];
  const found = new Map(thoughts.map(thought => [thought.before, thought]));
  return canisters.flatMap(({ id }) => found.get(id) ?? []);
}
