import { describeProviderContract, type Scenario, unicodeText } from '../../contracts/provider-contract.ts';
import { type Answer, sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { anthropicAt, firstOf } from '../at-servers.ts';
import { calls, says } from './replies.ts';

const answers: Readonly<Record<Scenario, Answer>> = {
  answer: sse('msg_1', says('Hello ', 'there.')),
  call: sse('msg_2', calls(['files__read_file', { path: 'notes.txt' }])),
  calls: sse('msg_3', calls(['files__read_file', { path: 'notes.txt' }], ['chance__roll', { dice: '2d6' }])),
  result: sse('msg_4', says('It says: ', unicodeText)),
  long: { ...sse('msg_5', says('On and on').slice(0, -3)), afterwards: 'hang' },
  anything: sse('msg_6', says('Anything.')),
};

describeProviderContract('A model of Anthropic', async scenario => {
  const server = await startAnthropicServer([answers[scenario]]);
  const model = await firstOf(anthropicAt(server.url));
  return { model, prompt: scenario, dispose: () => server.close() };
});
