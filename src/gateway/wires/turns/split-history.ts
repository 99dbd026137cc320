import { errors } from '../../../converser/ground/errors.ts';
import type { Canister, UserCanister } from '../../../converser/words/canister/canister.ts';
import { textOf } from '../../../converser/words/canister/content.ts';

export interface SplitHistory {
  readonly instructions: string;
  readonly said: readonly Canister[];
  readonly since: readonly Canister[];
  readonly question: UserCanister;
  readonly all: readonly Canister[];
}

/** Throws `bad-arguments` if the last thing said is not the user's. */
export function splitHistory(canisters: readonly Canister[]): SplitHistory {
  const start = canisters.findIndex(({ role }) => role !== 'supervisor');
  const [above, below] = start < 0 ? [canisters, []] : [canisters.slice(0, start), canisters.slice(start)];
  const at = below.findLastIndex(({ role }) => role !== 'supervisor');
  const question = below[at];
  if (question?.role !== 'user')
    throw errors.badArguments(
      'The last message must be a user’s where tools run here: there is no question to answer.',
    );
  const others = below.toSpliced(at, 1);
  const end = others.findLastIndex(({ role }) => role === 'assistant') + 1;
  const instructions = above.map(({ content }) => textOf(content)).join('\n\n');
  return { instructions, said: others.slice(0, end), since: others.slice(end), question, all: below };
}
