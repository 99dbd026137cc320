import type { Model } from '../../converser/models/provider.ts';
import type { CapabilityCard } from './capability-card.ts';
import type { Checked } from './check-model.ts';
import { type ContractTrial, isGoodEnough } from './forge/contract-trial.ts';
import { type ForgeOptions, tryContracts } from './forge/try-contracts.ts';

/** The card of a model with what trying contracts has shown, or why they were not tried to the end. Never rejects. */
export async function findBestContract(
  card: CapabilityCard,
  model: Model,
  options: Omit<ForgeOptions, 'isConstrained'>,
): Promise<Checked> {
  const isConstrained = card.probes.some(
    ({ probe, outcome }) => probe === 'constrained' && outcome === 'passed',
  );
  const forged = await tryContracts(model, { ...options, isConstrained });
  return forged.type === 'stopped' ? forged : { type: 'card', card: withContract(card, forged.best) };
}

/** The card with the best contract, or with the conclusion that none is good enough. */
export function withContract(card: CapabilityCard, best: ContractTrial): CapabilityCard {
  const { contract: _former, ...others } = card.conclusions;
  const conclusions = isGoodEnough(best)
    ? ({ ...others, tools: 'contract', contract: best.form } as const)
    : ({ ...others, tools: 'none' } as const);
  return { ...card, bestContract: best, conclusions };
}
