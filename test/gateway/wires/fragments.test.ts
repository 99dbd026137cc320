import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { heldReply } from '../../../src/gateway/wires/held/held-reply.ts';
import { chunk, sendEvent, startEvents, startOpenAiServer } from '../../fakes/openai-server.ts';
import { createScriptedModel, type Script } from '../../fakes/scripted-model.ts';
import { createOpenAiProvider } from '../../fakes/sdk-providers.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { openGateway } from '../support/open-gateway.ts';

const schema = { type: 'object' as const, properties: {} };
const question = [{ role: 'user' as const, content: 'Write.' }];

interface Opened {
  readonly baseUrl: string;
  readonly key: string;
}

/** The fragments of one call, as the SDK of each wire gives them, and at last the whole arguments. */
const clients: Readonly<Record<string, (opened: Opened) => AsyncGenerator<string, string>>> = {
  async *'Chat Completions'({ baseUrl, key }) {
    const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: key, maxRetries: 0 });
    const tools = [{ type: 'function' as const, function: { name: 'write', parameters: schema } }];
    const stream = client.chat.completions.stream({ model: 'default', messages: question, tools });
    for await (const { choices } of stream) {
      const written = choices[0]?.delta.tool_calls?.[0]?.function?.arguments;
      if (written) yield written;
    }
    const [call] = (await stream.finalMessage()).tool_calls ?? [];
    return call?.type === 'function' ? call.function.arguments : '';
  },
  async *Responses({ baseUrl, key }) {
    const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: key, maxRetries: 0 });
    const tools = [{ type: 'function' as const, name: 'write', parameters: schema, strict: false }];
    const stream = client.responses.stream({ model: 'default', input: 'Write.', tools });
    for await (const event of stream)
      if (event.type === 'response.function_call_arguments.delta') yield event.delta;
    const { output } = await stream.finalResponse();
    const [item] = output;
    return item?.type === 'function_call' ? item.arguments : '';
  },
  async *Messages({ baseUrl, key }) {
    const client = new Anthropic({ baseURL: baseUrl, apiKey: key, maxRetries: 0 });
    const tools = [{ name: 'write', input_schema: schema }];
    const asked = { model: 'default', max_tokens: 100, messages: question, tools };
    const stream = client.messages.stream(asked);
    for await (const event of stream) {
      if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') continue;
      yield event.delta.partial_json;
    }
    const { content } = await stream.finalMessage();
    return content[0]?.type === 'tool_use' ? JSON.stringify(content[0].input) : '';
  },
};

describe('A call that a model is writing', () => {
  for (const [wire, ask] of Object.entries(clients)) {
    it(`reaches a client of ${wire} while the server still writes it`, async () => {
      const heard = Promise.withResolvers<void>();
      await using server = await gatedServer(heard.promise);
      await using gateway = await openGateway({ models: [server.model] });
      const fragments = ask(gateway);
      const first = await fragments.next();
      assert.deepEqual(first, { done: false, value: '{"text":' });
      // The server goes on only when the client has the first piece.
      heard.resolve();
      assert.deepEqual(await fragments.next(), { done: false, value: '"long"}' });
      assert.deepEqual(await fragments.next(), { done: true, value: '{"text":"long"}' });
    });
  }

  it('is one of one where the client wants one call only', async () => {
    const script: readonly ModelEvent[] = [
      { type: 'invocation-delta', call: 0, name: 'write', text: '{}' },
      { type: 'invocation-delta', call: 1, name: 'write', text: '{"a":1}' },
      { type: 'invocation', name: 'write', arguments: {}, call: 0 },
      { type: 'invocation', name: 'write', arguments: { a: 1 }, call: 1 },
      { type: 'finish', reason: 'invocations' },
    ];
    const events = await held(script, { parallel: false });
    assert.deepEqual(
      events.map(event => ('call' in event ? event.call : event.type)),
      [0, 0, 'finish'],
    );
  });

  it('is not passed on before it is sure that the reply will do', async () => {
    const model = createScriptedModel([{ type: 'finish', reason: 'stop' }]);
    await Array.fromAsync(
      heldReply(model, { ...asked, toolChoice: 'required' }, new AbortController().signal),
    );
    assert.deepEqual(
      model.requests.map(({ fragments }) => fragments),
      [undefined, undefined],
    );
  });
});

const asked = {
  canisters: [userSays('Write.')],
  tools: [{ name: 'write', description: '', inputSchema: schema }],
  fragments: true,
} as const;

function held(script: Script, more: object): Promise<readonly ModelEvent[]> {
  const model = createScriptedModel(script);
  return Array.fromAsync(heldReply(model, { ...asked, ...more }, new AbortController().signal));
}

/** A model of a server that writes half a call, waits, and writes the rest. */
async function gatedServer(gate: Promise<void>) {
  const piece = (call: object) => chunk({ tool_calls: [{ index: 0, ...call }] });
  const server = await startOpenAiServer(async response => {
    startEvents(response);
    sendEvent(
      response,
      piece({ id: 'a', type: 'function', function: { name: 'write', arguments: '{"text":' } }),
    );
    await gate;
    sendEvent(response, piece({ function: { arguments: '"long"}' } }));
    sendEvent(response, chunk({}, 'tool_calls'));
    sendEvent(response, '[DONE]');
    response.end();
  });
  const connection = { id: 'server', label: 'Server', baseUrl: server.url, key: async () => undefined };
  const [model] = await createOpenAiProvider(connection).models(new AbortController().signal);
  if (model === undefined) throw new Error('The server lists no model.');
  return { model, [Symbol.asyncDispose]: () => server.close() };
}
