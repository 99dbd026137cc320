import assert from 'node:assert/strict';
import type Anthropic from '@anthropic-ai/sdk';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { Content } from '../../../src/converser/words/canister/content.ts';
import type { ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { nativizeRequest } from '../../../src/dialects/anthropic-messages/nativize-request.ts';
import { normalizeRequest } from '../../../src/dialects/anthropic-messages/normalize-request.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';
import { tool } from './histories.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const cache = { cache_control: { type: 'ephemeral' } };

const signed = { type: 'thinking', thinking: 'Hm.', signature: 'abc' };

function residue(data: object, provider = 'anthropic'): Content {
  return { type: 'opaque', provider, data: data as Record<string, never> };
}

const rounds: readonly Canister[] = [
  canisterOf('supervisor', 's', 'Be brief.'),
  canisterOf('user', 'u', 'Read both.'),
  canisterOf('assistant', 'a', residue({ block: signed }), 'I do.'),
  callOf('c1', { path: 'c1' }),
  callOf('c2', { path: 'c2' }),
  resultOf('c1', 'one'),
  resultOf('c2', 'two'),
  canisterOf('user', 'more', 'And?'),
];

function send(request: Partial<ModelRequest>): Anthropic.MessageCreateParamsStreaming {
  return nativizeRequest(
    { canisters: rounds, tools: [tool], ...request },
    { model: 'claude-x', maxTokens: 1000 },
  );
}

describe('A request in Anthropic Messages', () => {
  it('has instructions at the top, results in one message before text, and marks where the prefix ends', () => {
    assert.deepEqual(send({}), {
      model: 'claude-x',
      max_tokens: 1000,
      stream: true,
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.inputSchema, ...cache }],
      system: [{ type: 'text', text: 'Be brief.', ...cache }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read both.', ...cache }] },
        {
          role: 'assistant',
          content: [
            signed,
            { type: 'text', text: 'I do.' },
            { type: 'tool_use', id: 'c1', name: 'files__read_file', input: { path: 'c1' } },
            { type: 'tool_use', id: 'c2', name: 'files__read_file', input: { path: 'c2' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'one' }] },
            { type: 'tool_result', tool_use_id: 'c2', content: [{ type: 'text', text: 'two' }] },
            { type: 'text', text: 'And?', ...cache },
          ],
        },
      ],
    });
  });

  it('has calls and results as text if there are no tools', () => {
    const request = send({ tools: [] });
    assert.equal('tools' in request, false);
    assert.deepEqual(
      request.messages.map(({ role, content }) => [
        role,
        typeof content === 'string' ? content : content.map(block => 'text' in block && block.text),
      ]),
      [
        ['user', ['Read both.']],
        [
          'assistant',
          [
            'I do.',
            '[Called files__read_file with {"path":"c1"}]',
            '[Called files__read_file with {"path":"c2"}]',
          ],
        ],
        ['user', ['[Result of files__read_file:]', 'one', '[Result of files__read_file:]', 'two', 'And?']],
      ],
    );
  });

  it('has residue in its original place, and none of another provider', () => {
    const canisters = [
      canisterOf('user', 'u', 'Go.'),
      canisterOf(
        'assistant',
        'a',
        residue({ block: signed }, 'openai'),
        residue({ block: { type: 'redacted_thinking', data: 'x' }, afterInvocations: 1 }),
      ),
      ...[callOf('c1'), callOf('c2'), resultOf('c1'), resultOf('c2')],
    ];
    const { messages } = send({ canisters });
    const blocks = messages[1]?.content as readonly Anthropic.ContentBlockParam[];
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['tool_use', 'redacted_thinking', 'tool_use'],
    );
  });

  it('has only text in failed results, and the rest after the results, in the order of the calls', () => {
    const png: Content = { type: 'image', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
    const note: Content = { type: 'resource', uri: 'file:///a.md', text: 'A note.' };
    const failure = { kind: 'execution', message: 'No such button.' } as const;
    const canisters = [
      ...rounds.slice(0, -3),
      { ...resultOf('c1', 'No such button.', png), failure },
      { ...resultOf('c2', note), failure },
      canisterOf('user', 'more', 'And?'),
    ] as readonly Canister[];
    const blocks = send({ canisters }).messages.at(-1)?.content as readonly Anthropic.ContentBlockParam[];
    const failed = (id: string, said: string) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: [{ type: 'text', text: said }],
      is_error: true,
    });
    assert.deepEqual(blocks.slice(0, -1), [
      failed('c1', 'No such button.'),
      failed('c2', 'Failed: No such button.'),
      { type: 'text', text: 'Attached to the failed result of c1:' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
      { type: 'text', text: 'Attached to the failed result of c2:' },
      {
        type: 'document',
        title: 'file:///a.md',
        source: { type: 'text', media_type: 'text/plain', data: 'A note.' },
      },
    ]);
  });

  it('passes on options, except those that it sets itself', () => {
    const options = {
      temperature: 0.5,
      max_tokens: 5,
      stop_sequences: ['END'],
      model: 'other',
      stream: false,
    };
    const request = send({ options });
    assert.deepEqual(
      [request.max_tokens, request.stop_sequences, request.model, request.stream],
      [5, ['END'], 'claude-x', true],
    );
    assert.equal((request as { readonly temperature?: number }).temperature, 0.5);
  });

  it('requires a call, unless the model thinks first', () => {
    assert.deepEqual(send({ toolChoice: 'required' }).tool_choice, { type: 'any' });
    assert.equal(send({ toolChoice: 'auto' }).tool_choice, undefined);
    assert.equal(send({ toolChoice: 'required', tools: [] }).tool_choice, undefined);
    const thinking = { type: 'adaptive' };
    assert.deepEqual(send({ toolChoice: 'required', options: { thinking } }).tool_choice, { type: 'auto' });
  });

  it('leaves out alternatives at the top level of schemas', () => {
    const inputSchema = { type: 'object', properties: {}, anyOf: [{ required: ['a'] }] };
    const [sent] = send({ tools: [{ ...tool, inputSchema }] }).tools ?? [];
    assert.deepEqual(sent && 'input_schema' in sent && sent.input_schema, { type: 'object', properties: {} });
  });

  it('names images for models that cannot see', () => {
    const image: Content = { type: 'image', mimeType: 'image/png', bytes: new Uint8Array([1, 2]) };
    const { messages } = nativizeRequest(
      { canisters: [canisterOf('user', 'u', image)], tools: [] },
      { model: 'm', maxTokens: 1, images: false },
    );
    assert.deepEqual(messages[0]?.content, [{ type: 'text', text: '[image image/png, 2 bytes]', ...cache }]);
  });
});

describe('A client’s request in Anthropic Messages', () => {
  const request = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] };

  it('is rejected if it is invalid', () => {
    for (const body of [
      null,
      {},
      { ...request, model: 1 },
      { ...request, messages: 'x' },
      { ...request, messages: [{ role: 'robot', content: 'x' }] },
      { ...request, messages: [{ role: 'user', content: [null] }] },
      { ...request, messages: [{ role: 'user', content: [{ type: 'text' }] }] },
      { ...request, messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'base64' } }] }] },
      { ...request, messages: [{ role: 'user', content: [{ type: 'tool_result', content: [1] }] }] },
      { ...request, system: 5 },
      { ...request, tools: {} },
      { ...request, tools: [{ input_schema: {} }] },
    ]) {
      assert.throws(() => normalizeRequest(body, { timestamp }), { code: 'bad-arguments' });
    }
  });

  it('may have strings instead of blocks, and ids of another form', () => {
    const id = `toolu:${'x'.repeat(80)}`;
    const { canisters, stream } = normalizeRequest(
      {
        ...request,
        system: 'Be brief.',
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: [{ type: 'tool_use', id, name: 'mine', input: { a: 1 } }] },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: id, content: 'No.', is_error: true }],
          },
        ],
      },
      { timestamp },
    );
    assert.deepEqual(
      canisters.map(({ role }) => role),
      ['supervisor', 'user', 'invocation', 'result'],
    );
    const [called, answered] = canisters.slice(2);
    assert.ok(called?.role === 'invocation' && answered?.role === 'result');
    assert.match(called.id, /^[A-Za-z0-9_-]{1,64}$/);
    assert.equal(answered.invocationId, called.id);
    assert.deepEqual(answered.failure, { kind: 'execution', message: 'No.' });
    assert.equal(stream, false);
  });

  it('keeps its tool choice', () => {
    const choose = (choice: object) => normalizeRequest({ ...request, tool_choice: choice }, { timestamp });
    assert.equal(choose({ type: 'any' }).toolChoice, 'required');
    assert.equal(normalizeRequest({ ...request, tool_choice: null }, { timestamp }).toolChoice, undefined);
    const tools = [{ name: 'mine', input_schema: { type: 'object' } }, { type: 'web_search_20250305' }];
    const two = [...tools, { name: 'other', input_schema: { type: 'object' } }];
    const single = { type: 'tool', name: 'other', disable_parallel_tool_use: true };
    const one = normalizeRequest({ ...request, tools: two, tool_choice: single }, { timestamp });
    assert.deepEqual(
      [one.tools.map(({ name }) => name), one.toolChoice, one.parallel, one.ignored],
      [['other'], 'required', false, ['tools[1] (web_search_20250305)']],
    );
    assert.throws(() => choose({ type: 'tool', name: 'nobody' }), /tool_choice: no tool is called "nobody"/);
    assert.deepEqual(normalizeRequest({ ...request, tools }, { timestamp }).tools, [
      { name: 'mine', description: '', inputSchema: { type: 'object', properties: {} } },
    ]);
    const none = { ...request, tools, tool_choice: { type: 'none' } };
    assert.deepEqual(normalizeRequest(none, { timestamp }).tools, []);
  });
});
