import { createRehearsalProvider } from '../../../src/providers/rehearsal/rehearsal-model.ts';
import { describeProviderContract } from '../../contracts/provider-contract.ts';
import { firstOf } from '../at-servers.ts';
import { rehearsalPrompts } from './contract-prompts.ts';

describeProviderContract('Rehearsal', async scenario => {
  const model = await firstOf(createRehearsalProvider());
  return { model, prompt: rehearsalPrompts[scenario] };
});
