import type { JsonObject } from '../../../ground/json/json.ts';
import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from '../../../words/canister/canister.ts';
import { fullName, type Invoker } from '../../../words/ensemble/invoker.ts';
import type { Answer } from './answers.ts';

/** A call of an earlier turn, with a result that says something of its own. */
export interface EarlierCall {
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister;
  /** How many canisters came before its result. */
  readonly at: number;
}

/** Those of one tool that are in the conversation. */
export function earlierCalls(canisters: readonly Canister[], invoker: Invoker): readonly EarlierCall[] {
  const name = fullName(invoker);
  const invocations = new Map<string, InvocationCanister>();
  const calls: EarlierCall[] = [];
  for (const [at, canister] of canisters.entries()) {
    if (isInvocation(canister) && fullName(canister) === name) invocations.set(canister.id, canister);
    if (!isResult(canister) || canister.failure !== undefined || canister.inShort) continue;
    const invocation = invocations.get(canister.invocationId);
    if (invocation !== undefined) calls.push({ invocation, result: canister, at });
  }
  return calls;
}

/** What a call can be compared with. What it has read is not known any more, so it answers none without that. */
export function earlierAnswer({ invocation, result, at }: EarlierCall, args: JsonObject): Answer {
  return {
    args,
    begun: { time: Date.parse(result.timestamp), canisters: at },
    reads: undefined,
    source: { invocation, args, result },
    time: 0,
    isOutdated: true,
  };
}
