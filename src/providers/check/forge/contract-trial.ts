import type { ContractForm } from '../../../dialects/contract/forms/contract-form.ts';
import { contractCases } from './cases.ts';

/** How a model did with one contract. Plain JSON. */
export interface ContractTrial {
  readonly form: ContractForm;
  /** Cases that it got right, of those that were run. */
  readonly right: number;
  readonly of: number;
  /** Tokens of all requests and replies, as the provider reported them or estimated. */
  readonly tokens: number;
  /** Milliseconds. */
  readonly took: number;
}

/** The best first: more right; then fewer tokens a case. Those that went further come first. */
export function ranked(trials: readonly ContractTrial[]): readonly ContractTrial[] {
  return trials.toSorted((a, b) => b.of - a.of || share(b) - share(a) || cost(a) - cost(b));
}

function share({ right, of }: ContractTrial): number {
  return of === 0 ? 0 : right / of;
}

function cost({ tokens, of }: ContractTrial): number {
  return of === 0 ? 0 : tokens / of;
}

/** Cases of all that a contract must get right to be used. */
const goodEnough = 0.75;

/** The contract to use, if one is good enough. */
export function bestContract(trials: readonly ContractTrial[]): ContractTrial | undefined {
  const [best] = ranked(trials);
  return best !== undefined && best.of === contractCases.length && share(best) >= goodEnough
    ? best
    : undefined;
}
