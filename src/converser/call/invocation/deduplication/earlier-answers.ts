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

export interface EarlierCall {
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister;
  readonly at: number;
}

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
