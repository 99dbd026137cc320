import { createRehearsalProvider } from '../../../src/providers/rehearsal/rehearsal-model.ts';
import { describeProviderContract } from '../../contracts/provider-contract.ts';
import { rehearsalPrompts } from './contract-prompts.ts';

describeProviderContract('Rehearsal', async scenario => {
  const [model] = await createRehearsalProvider().models(new AbortController().signal);
  if (model === undefined) throw new Error('Rehearsal offers no model.');
  return { model, prompt: rehearsalPrompts[scenario] };
});
