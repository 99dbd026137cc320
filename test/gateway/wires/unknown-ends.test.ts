import assert from 'node:assert/strict';
import type { ModelEvent, Provider } from '../../../src/converser/words/models/provider.ts';
import { sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { answerChunks, chunk, sendEvent, startEvents, startOpenAiServer } from '../../fakes/openai-server.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { calls, says } from '../../providers/anthropic/replies.ts';
import { anthropicAt, closedAfterEach, firstOf, openAiAt } from '../../providers/at-servers.ts';
import { openGateway } from '../support/open-gateway.ts';

const messages = [{ role: 'user', content: 'Hello' }];
const bodies = {
  '/v1/chat/completions': { messages },
  '/v1/responses': { input: 'Hello' },
  '/v1/messages': { max_tokens: 100, messages },
} as const;
const paths = Object.keys(bodies) as readonly (keyof typeof bodies)[];

const stop = (stop_reason: unknown) => [
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];
const said = { type: 'response.output_text.delta', delta: 'Half' };
const failed = (response: object) => [said, { type: 'response.completed', response }];

describe('a reply that a server didn’t end well, through the gateway', () => {
  const run = closedAfterEach();
  const messagesAt = async (events: readonly object[]) =>
    anthropicAt((await run(startAnthropicServer([sse('m', events)]))).url);
  const responsesAt = async (events: readonly object[]) => {
    const server = await run(
      startOpenAiServer(response => {
        startEvents(response);
        for (const event of events) sendEvent(response, event);
        response.end();
      }),
    );
    return openAiAt(server.url, { api: 'responses' });
  };
  const chatAt = async (reason: string) =>
    openAiAt(
      (await run(startOpenAiServer(answerChunks([chunk({ content: 'Half' }), chunk({}, reason)])))).url,
    );

  const upstreams: Readonly<Record<string, () => Promise<Provider>>> = {
    'Messages: text': () => messagesAt([...says('Half').slice(0, -2), ...stop('network_error')]),
    'Messages: a call': () => messagesAt([...calls(['look', {}]).slice(0, -2), ...stop('of_tomorrow')]),
    'Messages: no reason': () => messagesAt([...calls(['look', {}]).slice(0, -2), ...stop(null)]),
    'Responses: failed': () => responsesAt(failed({ status: 'failed', output: [] })),
    'Responses: failed, and why': () => responsesAt(failed({ error: { code: null, message: 'No luck.' } })),
    'Responses: cancelled': () => responsesAt(failed({ status: 'cancelled', output: [] })),
    'Responses: not over': () => responsesAt([said]),
    'Chat Completions': () => chatAt('MALFORMED_FUNCTION_CALL'),
  };
  for (const [upstream, start] of Object.entries(upstreams))
    for (const path of paths)
      it(`fails on ${path} (${upstream})`, async () => {
        const model = await firstOf(await start());
        await using gateway = await openGateway({ models: [model] });
        const body = { ...bodies[path], model: model.id };
        const whole = await gateway.post(path, body);
        assert.ok(whole.status >= 500, `${whole.status}`);
        assert.match(await whole.text(), /"error"/);
        const streamed = await (await gateway.post(path, { ...body, stream: true })).text();
        assert.match(streamed, /"error"/);
        assert.doesNotMatch(streamed, /\[DONE\]|"message_stop"|"response\.completed"|"finish_reason":"/);
      });
});

describe('the tokens of a request that no server counts', () => {
  const uncounted: readonly ModelEvent[] = [
    { type: 'text-delta', text: 'Hi.' },
    { type: 'usage', usage: { output: 3 } },
    { type: 'finish', reason: 'stop' },
  ];
  const counted = uncounted.map(each =>
    each.type === 'usage' ? { ...each, usage: { input: 77, output: 3 } } : each,
  );

  it('are estimated where a reply in Messages begins, and hold until they are told', async () => {
    for (const [script, end] of [
      [uncounted, undefined],
      [counted, 77],
    ] as const) {
      await using gateway = await openGateway({ models: [createScriptedModel(script, script)] });
      const body = {
        model: 'model',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'A word. '.repeat(100) }],
      };
      const streamed = await (await gateway.post('/v1/messages', { ...body, stream: true })).text();
      const [first = 0, last] = [...streamed.matchAll(/"input_tokens":(\d+)/g)].map(([, tokens]) =>
        Number(tokens),
      );
      assert.ok(first > 100 && first < 400, `${first}`);
      assert.equal(last, end ?? first);
      const whole = await (await gateway.post('/v1/messages', body)).json();
      assert.equal(whole.usage.input_tokens, end ?? first);
    }
  });
});
