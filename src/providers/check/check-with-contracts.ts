import type { Model } from '../../converser/words/models/provider.ts';
import type { CapabilityCard } from './capability-card.ts';
import { type Checked, type CheckOptions, checkModel } from './check-model.ts';
import { type ContractTrial, isGoodEnough } from './forge/contract-trial.ts';
import { type ForgeOptions, forgeCost, tryContracts } from './forge/try-contracts.ts';
import { checkCost } from './probes.ts';

export interface ContractCheckOptions extends CheckOptions, Pick<ForgeOptions, 'onCase'> {
  readonly contracts: boolean;
}

export async function checkWithContracts(model: Model, options: ContractCheckOptions): Promise<Checked> {
  const checked = await checkModel(model, options);
  if (checked.type === 'stopped' || !options.contracts) return checked;
  const { card } = checked;
  const { tools, replySchema: isConstrained } = card.conclusions;
  if (tools === 'native') return checked;
  const forged = await tryContracts(model, { ...options, isConstrained });
  return forged.type === 'stopped' ? forged : { type: 'card', card: withContract(card, forged.best) };
}

export function costOfCheck({ contracts }: Pick<ContractCheckOptions, 'contracts'>): typeof checkCost {
  if (!contracts) return checkCost;
  return {
    requests: checkCost.requests + forgeCost.requests,
    input: checkCost.input + forgeCost.input,
    output: checkCost.output + forgeCost.output,
  };
}

export function withContract(card: CapabilityCard, best: ContractTrial): CapabilityCard {
  const conclusions = isGoodEnough(best)
    ? ({ ...card.conclusions, tools: 'contract', contract: best.form } as const)
    : ({ ...card.conclusions, tools: 'none' } as const);
  return { ...card, bestContract: best, conclusions };
}
