import { canonicalArguments } from '../ground/json/json.ts';
import type { InvocationCanister, ResultCanister } from '../words/canister/canister.ts';
import { text, textOf } from '../words/canister/content.ts';
import { fullName } from '../words/ensemble/invoker.ts';

/** Another result, as a call that waits for a change gets at last, begins anew. */
export interface LoopGuard {
  heed(invocation: InvocationCanister, result: ResultCanister, round: number): ResultCanister;
  stuckOn(): string | undefined;
}

const told = 3;
const asked = 5;

export function createLoopGuard(): LoopGuard {
  const seen = new Map<
    string,
    { readonly result: ResultCanister; readonly rounds: number; readonly last: number }
  >();
  let stuckOn: string | undefined;
  return {
    heed(invocation, result, round) {
      const key = `${fullName(invocation)} ${canonicalArguments(invocation.arguments)}`;
      const before = seen.get(key);
      const isSame = before !== undefined && isSameOutcome(before.result, result);
      if (isSame && before.last === round) return result;
      const rounds = isSame ? before.rounds + 1 : 1;
      seen.set(key, { result, rounds, last: round });
      if (rounds >= asked) stuckOn = fullName(invocation);
      return rounds < told ? result : withHint(result, rounds);
    },
    stuckOn: () => stuckOn,
  };
}

function isSameOutcome(one: ResultCanister, other: ResultCanister): boolean {
  return one.failure?.message === other.failure?.message && textOf(one.content) === textOf(other.content);
}

function withHint(result: ResultCanister, rounds: number): ResultCanister {
  const hint = `[You made this call in ${rounds} rounds, and its result is the same. Do something else, or answer.]`;
  const { inShort: _, saved: __, ...whole } = result;
  return { ...whole, content: [...result.content, text(hint)] };
}
