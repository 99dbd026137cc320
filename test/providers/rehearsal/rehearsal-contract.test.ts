import { createRehearsalProvider } from '../../../src/providers/rehearsal/rehearsal-provider.ts';
import { describeProviderContract, type Scenario } from '../../contracts/provider-contract.ts';

const prompts: Readonly<Record<Scenario, string>> = {
  answer: 'hello',
  call: 'what is in notes.txt?',
  calls: 'read notes.txt and roll 2d6',
  result: 'what is in notes.txt?',
  long: 'who are you?',
  anything: 'help',
};

describeProviderContract('Rehearsal', async scenario => {
  const [model] = await createRehearsalProvider().models(new AbortController().signal);
  if (model === undefined) throw new Error('Rehearsal offers no model.');
  return { model, prompt: prompts[scenario] };
});
