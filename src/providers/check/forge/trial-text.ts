import type { ContractForm, ContractStyle } from '../../../dialects/contract/forms/contract-form.ts';
import { type ContractTrial, isGoodEnough } from './contract-trial.ts';

const styles: Readonly<Record<ContractStyle, string>> = {
  json: 'JSON object',
  hermes: 'Hermes tags',
  'qwen-xml': 'Qwen XML',
};

export function formText({ style, examples, tools, constrained }: ContractForm): string {
  return [
    constrained ? 'JSON object, enforced' : styles[style],
    ...(examples ? ['with examples'] : []),
    tools === 'full' ? 'full schemas' : 'signatures',
  ].join(', ');
}

export function trialText(best: ContractTrial): string {
  const { form, right, of } = best;
  return isGoodEnough(best)
    ? `Best contract: ${formText(form)} (${right} of ${of} cases right).`
    : `No contract is good enough: the best one got ${right} of ${of} cases right. Don’t rely on this model’s calls.`;
}
