import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { compareTurns } from '../../../src/converser/turn/replay/compare-turns.ts';
import { replayTurn } from '../../../src/converser/turn/replay/replay-turn.ts';
import { isInvocation } from '../../../src/converser/words/canister/canister.ts';
import { createConfiguredProvider } from '../../../src/providers/configured/configured-provider.ts';
import { readRecording } from '../../../src/store/recording/read-recording.ts';
import { eachTest } from '../../ensembles/each-test.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { startOpenAiServer } from '../../fakes/openai-server.ts';
import { providerPorts } from '../../fakes/provider-ports.ts';
import { recordingIn } from './record-turn.ts';

const key = 'sk-very-secret-0123456789';
const ensembles = [
  createFakeEnsemble('files', { read_file: ({ path }) => `Text of ${String(path)}. The key is ${key}.` }),
  createFakeEnsemble('chance', { roll: () => '7' }),
  createFakeEnsemble('clock', { now: () => 'noon' }),
];

/** What vendors’ servers and local ones have answered, by wire. */
const wires = {
  openai: {
    replies: 'openai-chat',
    last: 'data: {"choices":[{"index":0,"delta":{"content":"Done."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  },
  anthropic: {
    replies: 'anthropic',
    last: [
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: {} },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ]
      .map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join(''),
  },
} as const;

/** Answers with these, one after the other. */
async function startServer(kind: keyof typeof wires, replies: readonly string[]) {
  const left = [...replies];
  const next = () => left.shift() ?? '';
  const server =
    kind === 'anthropic'
      ? await startAnthropicServer(() => ({ pieces: [next()] }))
      : await startOpenAiServer(response => {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).end(next());
        });
  const bodies = () =>
    'requests' in server
      ? server.requests.filter(({ path }) => path === '/v1/messages').map(({ body }) => body)
      : server.received.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { url: server.url, close: server.close, bodies };
}

describe('a recording of what real servers have answered', () => {
  const temp = eachTest(() => createTempFolder());

  for (const [kind, { replies, last }] of Object.entries(wires) as [
    keyof typeof wires,
    (typeof wires)[keyof typeof wires],
  ][]) {
    const folder = new URL(`../../fixtures/${replies}/`, import.meta.url);
    const calling = readdirSync(folder)
      .map(name => ({ name, reply: readFileSync(new URL(name, folder), 'utf8') }))
      .filter(({ reply }) => /files__read_file|chance__roll/.test(reply));
    assert.ok(calling.length > 0);
    for (const { name, reply } of calling)
      it(`is what its replay comes to: ${replies}/${name}`, async () => {
        const ports = await createFakePorts({ ensembles, rules: { '*': 'allow' } });
        ports.host.secrets.learn(key);
        const { recorder, turn, read } = recordingIn(temp.path, ports.host);
        const modelAt = (baseUrl: string) =>
          createConfiguredProvider(
            { id: kind, label: 'Vendor', kind, baseUrl },
            { ...providerPorts(ports.host), key: async () => key, requests: recorder.log },
          ).named('test-model');
        const server = await startServer(kind, [reply, last, reply, last]);
        try {
          recorder.begin('c');
          await turn({ ports, model: modelAt(server.url) });
          recorder.end('c');
          const text = read();
          assert.equal(text.includes(key), false);
          const exchanges = text
            .split('\n')
            .flatMap(line => (line.startsWith('{"exchange"') ? [JSON.parse(line)] : []));
          assert.deepEqual(
            exchanges.map(({ exchange: { round } }) => round),
            [1, 2],
          );
          const whole = exchanges[0].exchange.reply.split('\n\n').slice(1).join('\n\n');
          assert.equal(whole, reply);
          const [recorded] = await readRecording(text);
          assert.ok(recorded);
          assert.ok(recorded.canisters.some(isInvocation));
          const { signal } = new AbortController();
          const replayed = await replayTurn(recorded, { model: modelAt(server.url), ports, signal });
          assert.deepEqual(compareTurns(recorded, replayed), {
            isSame: true,
            conclusion: 'The same calls and words.',
          });
          const [first, , again] = server.bodies();
          assert.deepEqual(withoutIds(again), withoutIds(first));
        } finally {
          await server.close();
        }
      });
  }
});

/** A replay leads to no cache of the conversation. */
function withoutIds({ prompt_cache_key: _, ...body }: Readonly<Record<string, unknown>> = {}) {
  return body;
}
