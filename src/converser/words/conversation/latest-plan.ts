import { createObjectMemory, perObject } from '../../ground/object-memory.ts';
import type { Canister, ResultCanister } from '../canister/canister.ts';
import { type Plan, planOf } from '../texts/plan-text.ts';

export interface LatestPlan {
  readonly call: string;
  readonly steps: Plan;
}

export const latestPlan: (canisters: readonly Canister[]) => LatestPlan | undefined = perObject(
  findLatest,
  createObjectMemory(),
);

function findLatest(canisters: readonly Canister[]): LatestPlan | undefined {
  const results = new Map<string, ResultCanister>();
  for (const canister of canisters.toReversed()) {
    if (!canister.marks.active) continue;
    if (canister.role === 'result') results.set(canister.invocationId, canister);
    if (canister.role !== 'invocation') continue;
    const steps = planOf(canister, results.get(canister.id));
    if (steps !== undefined) return { call: canister.id, steps };
  }
  return undefined;
}
