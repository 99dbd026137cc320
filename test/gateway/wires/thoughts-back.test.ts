import assert from 'node:assert/strict';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { answerChunks, chunk, startOpenAiServer } from '../../fakes/openai-server.ts';
import { createScriptedModel, invokes } from '../../fakes/scripted-model.ts';
import { says } from '../../providers/anthropic/replies.ts';
import { anthropicAt, closedAfterEach, namedOf, openAiAt } from '../../providers/at-servers.ts';
import { openGateway } from '../support/open-gateway.ts';

const parameters = { type: 'object', properties: {} };
const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } };
const item = { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' };
const use = { type: 'tool_use', id: 'a', name: 'look', input: {} };
const summary = [{ type: 'summary_text', text: 'Hm.' }];

function chat(thoughts: object): readonly [string, object] {
  const messages = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: null, tool_calls: [call], ...thoughts },
    { role: 'tool', tool_call_id: 'a', content: 'A cat.' },
    { role: 'user', content: 'And?' },
  ];
  return [
    '/v1/chat/completions',
    { messages, tools: [{ type: 'function', function: { name: 'look', parameters } }] },
  ];
}

function responses(reasoning: object): readonly [string, object] {
  const input = [
    { role: 'user', content: 'Look.' },
    { type: 'reasoning', id: 'rs_1', summary: [], ...reasoning },
    item,
    { type: 'function_call_output', call_id: 'a', output: 'A cat.' },
    { role: 'user', content: 'And?' },
  ];
  return ['/v1/responses', { input, tools: [{ type: 'function', name: 'look', parameters }] }];
}

function messages(...blocks: readonly object[]): readonly [string, object] {
  const result = { type: 'tool_result', tool_use_id: 'a', content: 'A cat.' };
  const said = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [...blocks, use] },
    { role: 'user', content: [result, { type: 'text', text: 'And?' }] },
  ];
  return [
    '/v1/messages',
    { max_tokens: 9, messages: said, tools: [{ name: 'look', input_schema: parameters }] },
  ];
}

const clients: Readonly<Record<string, readonly [string, object]>> = {
  'reasoning_content of Chat Completions': chat({ reasoning_content: 'Hm.' }),
  'reasoning of Chat Completions': chat({ reasoning: 'Hm.' }),
  'a summary of Responses': responses({ summary }),
  'content of Responses': responses({ content: [{ type: 'reasoning_text', text: 'Hm.' }] }),
  'thinking of Messages': messages({ type: 'thinking', thinking: 'Hm.' }),
  'thinking of Messages with an empty signature': messages({
    type: 'thinking',
    thinking: 'Hm.',
    signature: '',
  }),
};

interface Server {
  readonly model: Model;
  /** What it was shown as the thoughts before the call. */
  readonly thoughts: () => unknown;
  close(): Promise<void>;
}

interface Sent {
  readonly reasoning_content?: unknown;
  readonly tool_calls?: unknown;
  readonly content?: unknown;
}

const servers: Readonly<Record<string, () => Promise<Server>>> = {
  async 'Chat Completions'() {
    const server = await startOpenAiServer(answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')]));
    const last = () => (server.received.at(-1)?.body.messages ?? []) as readonly Sent[];
    return {
      model: namedOf(openAiAt(server.url), 'deepseek-v4-pro'),
      thoughts: () => last().find(each => each.tool_calls)?.reasoning_content,
      close: server.close,
    };
  },
  async 'Anthropic Messages'() {
    const wanting = 'The `content[].thinking` in the thinking mode must be passed back to the API.';
    const server = await startAnthropicServer(({ body }) =>
      JSON.stringify(body.messages).includes('"thinking"')
        ? sse('m', says('Hi.'))
        : { status: 400, pieces: [JSON.stringify({ type: 'error', error: { message: wanting } })] },
    );
    const last = () => (server.requests.at(-1)?.body.messages ?? []) as readonly Sent[];
    return {
      model: namedOf(anthropicAt(server.url, { id: 'deepseek' }), 'deepseek-v4-pro'),
      thoughts: () => ((last()[1]?.content ?? []) as readonly { readonly thinking?: unknown }[])[0]?.thinking,
      close: server.close,
    };
  },
};

describe('Thoughts that a client sends back', () => {
  const run = closedAfterEach();
  for (const [wire, start] of Object.entries(servers))
    for (const [form, [path, body]] of Object.entries(clients))
      it(`reach a server of ${wire}: ${form}`, async () => {
        const { model, thoughts } = await run(start());
        await using gateway = await openGateway({ models: [model] });
        const response = await gateway.post(path, { model: model.id, ...body });
        assert.equal(response.status, 200, await response.text());
        assert.equal(thoughts(), 'Hm.');
      });

  it('are in a message of Messages once, where its server signs nothing', async () => {
    const model = createScriptedModel([
      { type: 'reasoning-delta', text: 'Hm.' },
      {
        type: 'opaque',
        content: { type: 'opaque', provider: 'x', data: { block: { type: 'thinking', thinking: 'Hm.' } } },
      },
      ...invokes(['look', {}]),
    ]);
    await using gateway = await openGateway({ models: [model] });
    const response = await gateway.post('/v1/messages', { model: 'model', ...messages()[1] });
    const { content } = (await response.json()) as { readonly content: readonly { readonly type: string }[] };
    assert.deepEqual(
      content.map(({ type }) => type),
      ['thinking', 'tool_use'],
    );
  });
});
