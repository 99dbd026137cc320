import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';
import type { ResponseInput } from 'openai/resources/responses/responses';
import { type OpaqueContent, text } from '../../../src/converser/words/canister/content.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';
import { anthropicAt, openAiAt } from '../support/vendor-clients.ts';

/** What models want back: of Responses, of Messages, and of a server with Chat Completions. */
const residues: Readonly<Record<string, OpaqueContent>> = {
  Responses: {
    type: 'opaque',
    provider: 'openai',
    data: {
      dialect: 'openai-responses',
      item: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e+c/=' },
      afterCalls: 0,
    },
  },
  Messages: {
    type: 'opaque',
    provider: 'anthropic',
    data: { block: { type: 'thinking', thinking: 'Hm. Yes.', signature: 's+/=' } },
  },
  'Chat Completions': {
    type: 'opaque',
    provider: 'local',
    data: { dialect: 'openai-chat', message: { reasoning_details: [{ index: 0, text: 'Hm.' }] } },
  },
};

function thinks(content: OpaqueContent): readonly ModelEvent[] {
  return [
    { type: 'reasoning-delta', text: 'Hm. ' },
    { type: 'reasoning-delta', text: 'Yes.' },
    { type: 'opaque', content },
    { type: 'text-delta', text: 'I look.' },
    { type: 'invocation', name: 'look', arguments: {} },
    { type: 'finish', reason: 'invocations' },
  ];
}

const tools = [{ type: 'function' as const, name: 'look', parameters: { type: 'object' }, strict: false }];
const encrypted = { include: ['reasoning.encrypted_content' as const], store: false };

describe('the reasoning of a model', () => {
  for (const [wire, content] of Object.entries(residues)) {
    it(`goes through a client of Responses and back to a model of ${wire}`, async () => {
      const model = createScriptedModel(thinks(content));
      await using gateway = await openGateway({ models: [model] });
      const client = openAiAt(gateway);
      const input: ResponseInput = [{ role: 'user', content: 'Look.' }];
      const asked = { model: 'model', tools, reasoning: { summary: 'auto' as const }, ...encrypted };
      const stream = client.responses.stream({ ...asked, input });
      let shown = '';
      stream.on('response.reasoning_summary_text.delta', ({ delta }) => {
        shown += delta;
      });
      const { output } = await stream.finalResponse();
      assert.equal(shown, 'Hm. Yes.');
      const types = output.map(({ type }) => type);
      assert.deepEqual(types, ['reasoning', 'message', 'function_call']);
      const [reasoning, , call] = output;
      assert.ok(reasoning?.type === 'reasoning' && call?.type === 'function_call');
      assert.deepEqual(reasoning.summary, [{ type: 'summary_text', text: 'Hm. Yes.' }]);
      const result = { type: 'function_call_output' as const, call_id: call.call_id, output: 'A cat.' };
      await client.responses.create({ ...asked, input: [...input, ...(output as ResponseInput), result] });
      const history = model.requests[1]?.canisters ?? [];
      const kinds = history.map(each => [each.role, ...each.content.map(({ type }) => type)].join(' '));
      assert.deepEqual(kinds, ['user text', 'assistant opaque text', 'invocation', 'result text']);
      assert.deepEqual(history[1]?.content[0], content);
    });

    it(`goes through a client of Messages and back to a model of ${wire}`, async () => {
      const model = createScriptedModel(thinks(content));
      await using gateway = await openGateway({ models: [model] });
      const client = anthropicAt(gateway);
      const look = { name: 'look', input_schema: { type: 'object' as const } };
      const asked = { model: 'model', max_tokens: 100, tools: [look] };
      const question = { role: 'user' as const, content: 'Look.' };
      const said = await client.messages.stream({ ...asked, messages: [question] }).finalMessage();
      const call = said.content.find(({ type }) => type === 'tool_use');
      assert.ok(call?.type === 'tool_use');
      const result = { type: 'tool_result' as const, tool_use_id: call.id, content: 'A cat.' };
      const answered = { role: 'assistant' as const, content: said.content };
      const messages = [question, answered, { role: 'user' as const, content: [result] }];
      await client.messages.create({ ...asked, messages });
      const parts = model.requests[1]?.canisters.flatMap(canister => canister.content) ?? [];
      const returned = parts.filter(({ type }) => type === 'opaque');
      assert.ok(
        returned.some(part => isDeepStrictEqual(part, content)),
        JSON.stringify(returned),
      );
    });
  }

  it('between the calls of one reply comes back to the reply', async () => {
    const [first, second] = [residues.Responses, residues.Messages];
    assert.ok(first !== undefined && second !== undefined);
    const model = createScriptedModel([
      { type: 'opaque', content: first },
      { type: 'invocation', name: 'look', arguments: { at: 1 } },
      { type: 'opaque', content: second },
      { type: 'invocation', name: 'look', arguments: { at: 2 } },
      { type: 'finish', reason: 'invocations' },
    ]);
    await using gateway = await openGateway({ models: [model] });
    const asked = { model: 'model', tools, ...encrypted };
    const { output } = await openAiAt(gateway).responses.create({ ...asked, input: 'Look.' });
    const results = output.flatMap(item =>
      item.type === 'function_call'
        ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: 'A cat.' }]
        : [],
    );
    const input = [{ role: 'user' as const, content: 'Look.' }, ...(output as ResponseInput), ...results];
    await openAiAt(gateway).responses.create({ ...asked, input });
    const roles = model.requests[1]?.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'invocation', 'invocation', 'result', 'result']);
    assert.deepEqual(model.requests[1]?.canisters[1]?.content, [first, second]);
  });

  it('is shown to a client of Responses only if it asks for the summary', async () => {
    const [content] = Object.values(residues);
    assert.ok(content !== undefined);
    await using gateway = await openGateway({ models: [createScriptedModel(thinks(content))] });
    const { output } = await openAiAt(gateway).responses.create({ model: 'model', input: 'Look.', tools });
    const types = output.map(({ type }) => type);
    assert.deepEqual(types, ['message', 'function_call']);
  });
});

describe('an item that a client of Responses names by its id', () => {
  it('is the one that was sent, for the AI SDK, which by default sends no text twice', async () => {
    const model = createScriptedModel(says('My name is Ada.'));
    await using gateway = await openGateway({ models: [model] });
    const own = createOpenAI({ apiKey: gateway.key, baseURL: `${gateway.baseUrl}/v1` }).responses('model');
    const question = { role: 'user' as const, content: 'What is your name?' };
    const { response } = await generateText({ model: own, messages: [question], maxRetries: 0 });
    const messages = [question, ...response.messages, { role: 'user' as const, content: 'Again?' }];
    await generateText({ model: own, messages, maxRetries: 0 });
    const read = model.requests[1]?.canisters.map(({ role, content }) => [role, content]);
    assert.deepEqual(read, [
      ['user', [text('What is your name?')]],
      ['assistant', [text('My name is Ada.')]],
      ['user', [text('Again?')]],
    ]);
  });

  it('is refused with its place if it is unknown, of another client, or was not to be stored', async () => {
    const model = createScriptedModel(says('One.'), says('Two.'));
    await using gateway = await openGateway({ models: [model] });
    const kept = await openAiAt(gateway).responses.create({ model: 'model', input: 'Hello' });
    const unkept = await openAiAt(gateway).responses.create({ model: 'model', input: 'Hello', store: false });
    const other = { ...gateway, key: gateway.admit({ name: 'another' }) };
    for (const [asking, id] of [
      [gateway, 'msg_unknown'],
      [gateway, unkept.output[0]?.id],
      [other, kept.output[0]?.id],
    ] as const) {
      const reference = { type: 'item_reference', id: id ?? '' } as const;
      const input: ResponseInput = [{ role: 'user', content: 'Hello' }, reference];
      await assert.rejects(
        openAiAt(asking).responses.create({ model: 'model', input }),
        /400 input\[1\]: no item with this id is kept\. Send the item itself\. Clients such as the AI SDK do with `store: false`\./,
      );
    }
  });
});
