import { describeProviderContract, type Scenario, unicodeText } from '../../contracts/provider-contract.ts';
import { type Answer, frame, sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { createAnthropicProvider } from '../../fakes/sdk-providers.ts';
import { calls, says } from './replies.ts';

const whole: Readonly<Record<Scenario, Answer>> = {
  answer: sse('msg_1', says('Hello ', 'there.')),
  call: sse('msg_2', calls(['files__read_file', { path: 'notes.txt' }])),
  calls: sse('msg_3', calls(['files__read_file', { path: 'notes.txt' }], ['chance__roll', { dice: '2d6' }])),
  result: sse('msg_4', says('It says: ', unicodeText)),
  long: { ...sse('msg_5', says('On and on').slice(0, -3)), afterwards: 'hang' },
  anything: sse('msg_6', says('Anything.')),
};

const ways: Readonly<Record<string, (answer: Answer) => Answer>> = {
  'in whole events': answer => answer,
  'in packets of three bytes': answer => ({ ...answer, pieces: packets(answer.pieces, 3) }),
  'with unknown events between': answer => ({
    ...answer,
    pieces: answer.pieces.flatMap(piece => [frame({ type: 'weather_report' }), ': a comment\n\n', piece]),
  }),
};

for (const [way, change] of Object.entries(ways)) {
  describeProviderContract(`A model of Anthropic, ${way},`, async scenario => {
    const server = await startAnthropicServer([change(whole[scenario])]);
    const provider = createAnthropicProvider({
      id: 'anthropic',
      label: 'Anthropic',
      baseUrl: server.url,
      key: async () => 'test-key',
    });
    const [model] = await provider.models(new AbortController().signal);
    if (model === undefined) throw new Error('The server lists no model.');
    return { model, prompt: scenario, dispose: () => server.close() };
  });
}

/** Cuts through characters, too. */
function packets(pieces: Answer['pieces'], size: number): readonly Uint8Array[] {
  const bytes = Buffer.concat(pieces.map(piece => Buffer.from(piece)));
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
