import { describeProviderContract, type Scenario, unicodeText } from '../contracts/provider-contract.ts';
import { createScriptedModel, invokes, type Script, says } from './scripted-model.ts';

const read = ['files__read_file', { path: 'notes.txt' }] as const;

const scripts: Readonly<Record<Scenario, Script>> = {
  answer: says('Hello.'),
  call: invokes(read),
  calls: invokes(read, ['chance__roll', '{"dice":"2d6"}']),
  result: says(`It says ${unicodeText}`),
  long: [
    ...Array.from({ length: 100 }, () => ({ type: 'text-delta' as const, text: 'word ' })),
    { type: 'finish', reason: 'stop' },
  ],
  anything: says('Anything.'),
};

describeProviderContract('The scripted model', async scenario => ({
  model: createScriptedModel(scripts[scenario], scripts[scenario]),
  prompt: scenario,
}));
