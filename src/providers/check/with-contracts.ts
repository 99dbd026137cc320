import type { CapabilityCard } from './capability-card.ts';
import { bestContract, type ContractTrial, ranked } from './forge/contract-trial.ts';

/** The card with what the trials showed: the best contract, or that none is good enough. */
export function withContracts(card: CapabilityCard, trials: readonly ContractTrial[]): CapabilityCard {
  const { contract: _former, ...others } = card.conclusions;
  const best = bestContract(trials);
  const tools = best === undefined ? 'none' : 'contract';
  return {
    ...card,
    contracts: ranked(trials),
    conclusions: { ...others, tools, ...(best && { contract: best.form }) },
  };
}
