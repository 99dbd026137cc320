import type { ContractForm, ContractStyle } from '../../../dialects/contract/forms/contract-form.ts';
import { bestContract, type ContractTrial, ranked } from './contract-trial.ts';

const styles: Readonly<Record<ContractStyle, string>> = {
  json: 'JSON object',
  hermes: 'Hermes tags',
  'qwen-xml': 'Qwen XML',
};

/** A contract in a few words, such as `Hermes tags, with examples, signatures`. */
export function formText({ style, examples, tools, constrained }: ContractForm): string {
  return [
    constrained ? 'JSON object, enforced' : styles[style],
    ...(examples ? ['with examples'] : []),
    tools === 'full' ? 'full schemas' : 'signatures',
  ].join(', ');
}

/** What came of the trials, in one sentence. */
export function trialsText(trials: readonly ContractTrial[]): string {
  const best = bestContract(trials);
  if (best !== undefined)
    return `Best contract: ${formText(best.form)} (${best.right} of ${best.of} cases right).`;
  const [first] = ranked(trials);
  return first === undefined
    ? ''
    : `No contract is good enough: the best one got ${first.right} of ${first.of} cases right. Don’t rely on this model’s calls.`;
}
