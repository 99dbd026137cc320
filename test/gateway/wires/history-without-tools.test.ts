import assert from 'node:assert/strict';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import {
  type Answer,
  answerChunks,
  answerJson,
  chunk,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { says } from '../../providers/anthropic/replies.ts';
import { anthropicAt, closedAfterEach, firstOf, openAiAt } from '../../providers/at-servers.ts';
import { openGateway } from '../support/open-gateway.ts';

const user = { role: 'user', content: 'Read a.txt.' };
const args = '{"path":"a.txt"}';
const chatCall = { id: 'call_1', type: 'function', function: { name: 'read', arguments: args } };

/** Of each API, a request that holds a call and its result, but no tools. */
const requests: Readonly<Record<string, object>> = {
  '/v1/chat/completions': {
    messages: [
      user,
      { role: 'assistant', content: null, tool_calls: [chatCall] },
      { role: 'tool', tool_call_id: 'call_1', content: 'Alpha.' },
    ],
  },
  '/v1/responses': {
    input: [
      user,
      { type: 'function_call', call_id: 'call_1', name: 'read', arguments: args },
      { type: 'function_call_output', call_id: 'call_1', output: 'Alpha.' },
    ],
  },
  '/v1/messages': {
    max_tokens: 100,
    messages: [
      user,
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_1', name: 'read', input: { path: 'a.txt' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'Alpha.' }] },
    ],
  },
};

const done = {
  chat: answerChunks([chunk({ content: 'Done.' }), chunk({}, 'stop')]),
  responses: answerChunks([{ type: 'response.completed', response: { id: 'resp_1', output: [] } }]),
};
const native = {
  chat: /"tool_calls".*"role":"tool"/s,
  responses: /"function_call".*"function_call_output"/s,
};
const asText = /\[Called read with .*\[Result of read:\].*Alpha\./s;

describe('calls and results in a request without tools', () => {
  const run = closedAfterEach();

  async function ask(model: Model): Promise<void> {
    await using gateway = await openGateway({ models: [model] });
    for (const [path, body] of Object.entries(requests)) {
      const response = await gateway.post(path, { ...body, model: 'converser' });
      assert.equal(response.status, 200, `${path}: ${await response.text()}`);
    }
  }

  async function askedOf(api: 'chat' | 'responses', answer: Answer = done[api], use?: 'none') {
    const server = await run(startOpenAiServer(answer));
    const model = await firstOf(openAiAt(server.url, { api }));
    await ask(use === undefined ? model : await withToolUse(model, use));
    return server.received.flatMap(({ body }) => (body.model === undefined ? [] : [JSON.stringify(body)]));
  }

  for (const api of ['chat', 'responses'] as const) {
    it(`stay what they are for OpenAI (${api}), from every API`, async () => {
      const asked = await askedOf(api);
      assert.equal(asked.length, 3);
      for (const body of asked) assert.match(body, native[api]);
    });

    it(`become text for a server (${api}) that wants tools, after its first refusal`, async () => {
      const message =
        "litellm.UnsupportedParamsError: Anthropic doesn't support tool calling without `tools=` param specified.";
      const asked = await askedOf(api, (response, received) => {
        const isRefused = /"(tool_calls|function_call)"/.test(JSON.stringify(received.body));
        const answer = isRefused ? answerJson({ error: { message, code: '400' } }, 400) : done[api];
        return answer(response, received);
      });
      assert.equal(asked.length, 4);
      assert.match(asked[0] ?? '', native[api]);
      for (const body of asked.slice(1)) assert.match(body, asText);
    });
  }

  it('become text for Anthropic, and for a model without tools', async () => {
    const server = await run(startAnthropicServer(() => sse('m', says('Done.'))));
    await ask(await firstOf(anthropicAt(server.url)));
    const asked = server.requests.flatMap(({ body }) => (body.messages ? [JSON.stringify(body)] : []));
    for (const body of [...asked, ...(await askedOf('chat', done.chat, 'none'))]) assert.match(body, asText);
    assert.equal(asked.length, 3);
  });
});
