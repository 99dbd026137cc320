import assert from 'node:assert/strict';
import { type Answer, frame, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { anthropicAt, closedAfterEach, firstOf } from '../at-servers.ts';
import { invocations, said } from '../heard.ts';
import { calls, says } from './replies.ts';

type Event = object & { readonly type?: string; readonly message?: object };

const usage = { input_tokens: 5, output_tokens: 1 };
const begins: Event = { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage } };
const reply: readonly Event[] = [begins, ...says('Hel', 'lo').slice(0, -2), ...calls(['look', { at: 1 }])];
const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
const whole = {
  content: [
    { type: 'text', text: 'Hello' },
    { type: 'tool_use', name: 'look', input: { at: 1 } },
  ],
};

/** How servers frame the events of a reply. */
const framings: Readonly<Record<string, readonly string[]>> = {
  'without names': reply.map(data),
  'without names, and with signs of life': reply.flatMap(event => [
    'data:\n\n',
    data(event),
    'data: ping\n\n',
    'data: null\n\n',
  ]),
  'with a name of its own for all': reply.map(event => `event: message\n${data(event)}`),
  'with names, but without types': reply.map(({ type, ...event }) => `event: ${type}\n${data(event)}`),
  'with the end of another wire': [...reply.map(frame), 'data: [DONE]\n\n'],
  'with values that are no events': reply.flatMap(event => [frame(event), 'data: [1]\n\n', 'data: "so"\n\n']),
  'as a whole message': [JSON.stringify({ ...whole, usage, stop_reason: 'tool_use' })],
};

describe('a server with Anthropic’s API that sends its events', () => {
  const run = closedAfterEach();
  async function heard(...pieces: readonly string[]) {
    const answer: Answer = { pieces };
    const model = await firstOf(anthropicAt((await run(startAnthropicServer([answer]))).url));
    const request = { canisters: [userSays('Hello.')], tools: [] };
    return Array.fromAsync(model.reply(request, new AbortController().signal));
  }

  for (const [how, pieces] of Object.entries(framings))
    it(`${how} is understood`, async () => {
      const events = await heard(...pieces);
      assert.equal(said(events), 'Hello');
      assert.deepEqual(invocations(events), [['look', { at: 1 }]]);
      assert.deepEqual(events.at(-1), { type: 'finish', reason: 'invocations' });
    });

  it('without names is heard, too, where it reports an error', async () => {
    const error = { type: 'overloaded_error', message: 'On fire.' };
    for (const report of [{ type: 'error', error }, { error }]) {
      const last = (await heard(data(begins), data(report))).at(-1);
      assert.ok(last?.type === 'failure' && last.error.code === 'model-overloaded', JSON.stringify(last));
      assert.match(last.error.message, /On fire/);
    }
  });

  it('as a whole message that is one text is understood', async () => {
    const events = await heard(JSON.stringify({ content: 'Hello', stop_reason: 'end_turn' }));
    assert.equal(said(events), 'Hello');
  });
});
