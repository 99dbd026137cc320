import assert from 'node:assert/strict';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { createScriptedModel, invokes, says, shows } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';
import { openAiAt } from '../support/vendor-clients.ts';

const lark = 'start: "*** Begin Patch"';
const format = { type: 'grammar', syntax: 'lark', definition: lark } as const;
const parameters = { type: 'object', properties: {} };
const read = { type: 'function', name: 'read', parameters, strict: false } as const;
const note = { type: 'custom', name: 'note' } as const;

/** The kinds of tools that Codex sends. */
const tools: ResponseCreateParamsNonStreaming['tools'] = [
  { type: 'custom', name: 'apply_patch', description: 'Edits.', format },
  { type: 'namespace', name: 'mcp__files', description: 'Files.', tools: [read, note] },
  { type: 'web_search' },
  { type: 'tool_search' },
  read,
];
const input = 'Go.';

describe('the tools of Codex', () => {
  it('are functions for the model, and what they were for the client', async () => {
    const model = createScriptedModel(
      invokes(
        ['apply_patch', { input: '*** Begin Patch' }],
        ['mcp__files__read', {}],
        ['read', {}],
        ['mcp__files__note', 'Plain.'],
      ),
      says('Done.'),
    );
    await using gateway = await openGateway({ models: [model] });
    const client = openAiAt(gateway);
    const { data, response } = await client.responses.create({ model: 'model', input, tools }).withResponse();
    const ignored = response.headers.get('x-converser-ignored');
    assert.equal(ignored, 'tools[2] (web_search), tools[3] (tool_search)');
    const [first] = model.requests;
    const names = first?.tools.map(({ name }) => name);
    assert.deepEqual(names, ['apply_patch', 'mcp__files__read', 'mcp__files__note', 'read']);
    assert.ok(first?.tools[0]?.description.includes(lark));
    const seen = data.output.map(item => {
      if (item.type !== 'custom_tool_call' && item.type !== 'function_call') return [item.type];
      const args = item.type === 'function_call' ? item.arguments : item.input;
      return [item.type, item.namespace, item.name, args];
    });
    assert.deepEqual(seen, [
      ['custom_tool_call', undefined, 'apply_patch', '*** Begin Patch'],
      ['function_call', 'mcp__files', 'read', '{}'],
      ['function_call', undefined, 'read', '{}'],
      ['custom_tool_call', 'mcp__files', 'note', 'Plain.'],
    ]);
    const again = [{ role: 'user' as const, content: input }, ...data.output.flatMap(item => answered(item))];
    await client.responses.create({ model: 'model', input: again as never, tools });
    const history = model.requests[1]?.canisters ?? [];
    const calls = history.flatMap(each => (each.role === 'invocation' ? [[each.name, each.arguments]] : []));
    assert.deepEqual(calls, [
      ['apply_patch', { input: '*** Begin Patch' }],
      ['mcp__files__read', {}],
      ['read', {}],
      ['mcp__files__note', { input: 'Plain.' }],
    ]);
    assert.equal(history.filter(({ role }) => role === 'result').length, 4);
  });

  it('stream their texts as the client reads them', async () => {
    const model = createScriptedModel(invokes(['apply_patch', { input: 'A patch.' }]));
    await using gateway = await openGateway({ models: [model] });
    const deltas: string[] = [];
    for await (const event of await openAiAt(gateway).responses.create({
      model: 'model',
      input,
      tools,
      stream: true,
    }))
      if (event.type === 'response.custom_tool_call_input.delta') deltas.push(event.delta);
    assert.deepEqual(deltas, ['A patch.']);
  });

  it('may be chosen by name, in a namespace, too', async () => {
    const model = createScriptedModel(invokes(['mcp__files__note', { input: 'x' }]));
    await using gateway = await openGateway({ models: [model] });
    const choice = { type: 'custom', name: 'note', namespace: 'mcp__files' } as const;
    await openAiAt(gateway).responses.create({ model: 'model', input, tools, tool_choice: choice as never });
    const names = model.requests[0]?.tools.map(({ name }) => name);
    assert.deepEqual(names, ['mcp__files__note']);
    assert.equal(model.requests[0]?.toolChoice, 'required');
  });
});

describe('a call that a model only showed', () => {
  const words = 'You could run {"name": "look"} for that.';
  const tool = { type: 'function', function: { name: 'look', parameters } } as const;
  const messages = [{ role: 'user' as const, content: 'How?' }];

  it('is text for the client, and no call', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel(shows(words, ['look', {}]))] });
    const { choices } = await openAiAt(gateway).chat.completions.create({
      model: 'model',
      messages,
      tools: [tool],
    });
    assert.equal(choices[0]?.message.content, words);
    assert.equal(choices[0].message.tool_calls, undefined);
    assert.equal(choices[0].finish_reason, 'stop');
  });

  it('is a call where the client demanded one', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel(shows(words, ['look', {}]))] });
    const asked = { model: 'model', messages, tools: [tool], tool_choice: 'required' as const };
    const { choices } = await openAiAt(gateway).chat.completions.create(asked);
    assert.equal(choices[0]?.message.tool_calls?.length, 1);
    assert.equal(choices[0].finish_reason, 'tool_calls');
  });
});

describe('a demand that no attempt meets', () => {
  it('is a failure where the reply is too long to be checked', async () => {
    const endless = async function* () {
      const text = 'word '.repeat(200_000);
      for (;;) yield { type: 'text-delta', text } as const;
    };
    await using gateway = await openGateway({ models: [createScriptedModel(endless)] });
    const text = { format: { type: 'json_object' } } as const;
    const asked = openAiAt(gateway).responses.create({ model: 'model', input, text });
    await assert.rejects(asked, { status: 502, message: /too long to be checked/ });
  });

  it('is a clear failure after the second one, and the client pays for both', async () => {
    const model = createScriptedModel(says('No.'), says('No!'), says('Never.'));
    await using gateway = await openGateway({ models: [model] });
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const text = { format: { type: 'json_schema' as const, name: 'n', schema } };
    const asked = openAiAt(gateway).responses.create({ model: 'model', input, text });
    await assert.rejects(asked, { status: 502, message: /does not fit the schema/ });
    assert.equal(model.requests.length, 2);
  });
});

function answered(item: { readonly type: string; readonly call_id?: string | null }): readonly object[] {
  return [item, { type: `${item.type}_output`, call_id: item.call_id, output: 'ok' }];
}
