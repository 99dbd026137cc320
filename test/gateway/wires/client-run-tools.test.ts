import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { normalizeRequest } from '../../../src/dialects/anthropic-messages/normalize-request.ts';
import { clientRunTool } from '../../../src/dialects/anthropic-messages/tools/client-run-tools.ts';
import { claude, sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { createAnthropicProvider } from '../../fakes/sdk-providers.ts';
import { openGateway } from '../support/open-gateway.ts';
import { anthropicAt } from '../support/vendor-clients.ts';

const display = { display_width_px: 1280, display_height_px: 800 };
const tools = [
  { type: 'bash_20250124', name: 'bash' },
  { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 10_000 },
  { type: 'memory_20250818', name: 'memory' },
  { type: 'computer_20251124', name: 'computer', enable_zoom: true, ...display },
] as const;

describe('tools of Anthropic that the client runs', () => {
  it('are functions with their documented schemas for other models, and are called by their names', async () => {
    const model = createScriptedModel(
      invokes(['bash', { command: 'ls' }], ['computer', { action: 'screenshot' }]),
      says('A file.'),
    );
    await using gateway = await openGateway({ models: [model] });
    const client = anthropicAt(gateway);
    const question = { role: 'user' as const, content: 'What is there?' };
    const asked = { model: 'model', max_tokens: 100, tools: [...tools] };
    const { data, response } = await client.beta.messages
      .create({ ...asked, messages: [question] })
      .withResponse();
    assert.equal(response.headers.get('x-converser-ignored'), 'max_tokens');
    const calls = data.content.flatMap(block => (block.type === 'tool_use' ? [block] : []));
    const made = calls.map(({ name, input }) => [name, input]);
    assert.deepEqual(made, [
      ['bash', { command: 'ls' }],
      ['computer', { action: 'screenshot' }],
    ]);
    const result = { type: 'tool_result' as const, content: 'a.txt' };
    const results = calls.map(({ id }) => ({ ...result, tool_use_id: id }));
    const answered = { role: 'assistant' as const, content: data.content };
    const messages = [question, answered, { role: 'user' as const, content: results }];
    await client.beta.messages.create({ ...asked, messages });
    const roles = model.requests[1]?.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'invocation', 'result', 'result']);
    const [bash, editor, memory, computer] = model.requests[0]?.tools ?? [];
    assert.deepEqual(Object.keys(properties(bash)), ['command', 'restart']);
    assert.deepEqual(commands(editor), ['view', 'create', 'str_replace', 'insert']);
    assert.deepEqual(commands(memory), ['view', 'create', 'str_replace', 'insert', 'delete', 'rename']);
    assert.match(computer?.description ?? '', /of 1280 × 800 pixels/);
    assert.equal(commands(computer, 'action')?.length, 17);
  });

  it('have the commands of their version', () => {
    const read = (...given: readonly object[]) => {
      const messages = [{ role: 'user', content: 'Hello' }];
      const body = { model: 'm', max_tokens: 1, messages, tools: given };
      return normalizeRequest(body, { timestamp: '2026-01-01T00:00:00.000Z' }).tools;
    };
    const [editor, computer, still] = read(
      { type: 'text_editor_20250124', name: 'str_replace_editor' },
      { type: 'computer_20241022', name: 'computer', ...display },
      { type: 'computer_20251124', name: 'computer', ...display },
    );
    assert.ok(commands(editor)?.includes('undo_edit'));
    assert.match(editor?.description ?? '', /undo_edit takes back/);
    assert.equal(commands(computer, 'action')?.length, 10);
    assert.ok(!commands(still, 'action')?.includes('zoom'));
    assert.deepEqual(
      read({ type: 'web_search_20250305', name: 'web_search' }, { type: 'bash_2', name: 'x' }),
      [],
    );
  });

  it('say what each argument is for, and have the names that the vendor gives them where none is given', () => {
    for (const [name, ...types] of [
      ['bash', 'bash_20241022', 'bash_20250124'],
      ['str_replace_editor', 'text_editor_20241022', 'text_editor_20250124'],
      ['str_replace_based_edit_tool', 'text_editor_20250429', 'text_editor_20250728'],
      ['memory', 'memory_20250818'],
      ['computer', 'computer_20241022', 'computer_20250124', 'computer_20251124'],
    ])
      for (const type of types) {
        const tool = clientRunTool({ type, enable_zoom: true, ...display });
        assert.equal(tool?.name, name, type);
        assert.match(tool?.description ?? '', /^[A-Z].*\.$/, type);
        const undescribed = Object.entries(properties(tool)).filter(
          ([, property]) => !Object(property).description && !Object(property).enum,
        );
        const keys = undescribed.map(([key]) => key);
        assert.deepEqual(keys, name === 'bash' ? ['restart'] : [], type);
        assert.equal(clientRunTool({ type, name: 'mine' })?.name, 'mine');
      }
  });

  it('take a part of the screen as four whole numbers', () => {
    const computer = clientRunTool({ type: 'computer_20251124', enable_zoom: true, ...display });
    const fits = new Ajv().compile(computer?.inputSchema ?? {});
    const zoom = (region: readonly unknown[]) => fits({ action: 'zoom', region });
    assert.ok(zoom([0, 0, 640, 400]));
    const numbers = [
      [0, 0, 640],
      [0, 0, 640, 400, 1],
      [0, 0, 0.5, 400],
    ];
    for (const region of [...numbers, ['0', '0', '640', '400']])
      assert.ok(!zoom(region), JSON.stringify(region));
  });

  it('reach a model on Anthropic’s own wire as they are', async () => {
    const events = [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hello.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
    const server = await startAnthropicServer([sse('req', events)], [claude({ id: 'claude-of-a-test' })]);
    await using _closed = { [Symbol.asyncDispose]: () => server.close() };
    const connection = { id: 'anthropic', label: 'Anthropic', baseUrl: server.url, key: async () => 'key' };
    const [model] = await createAnthropicProvider(connection).models(new AbortController().signal);
    assert.ok(model !== undefined);
    await using gateway = await openGateway({ models: [model] });
    const betas = ['computer-use-2025-11-24'];
    const asking = { model: model.id, max_tokens: 100, tools: [...tools], betas };
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    await anthropicAt(gateway).beta.messages.create({ ...asking, messages });
    const asked = server.requests.at(-1);
    const sent = asked?.body.tools as readonly JsonObject[];
    assert.deepEqual(
      sent.map(({ cache_control: _marker, ...tool }) => tool),
      tools,
    );
    assert.equal(asked?.headers['anthropic-beta'], 'computer-use-2025-11-24');
  });
});

function properties(tool: { readonly inputSchema: JsonObject } | undefined): JsonObject {
  return Object(tool?.inputSchema.properties);
}

function commands(tool: Parameters<typeof properties>[0], key = 'command'): readonly string[] | undefined {
  return Object(properties(tool)[key]).enum;
}
