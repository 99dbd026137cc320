import assert from 'node:assert/strict';
import type { ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { toolName } from '../../fakes/wire-complaints.ts';
import { openGateway } from '../support/open-gateway.ts';
import { toolClients } from './tool-clients.ts';

const plain = 'read_file';
const long = 'mcp__plugin_chrome-devtools-mcp_chrome-devtools__get_console_message';
const names = [plain, long, `${long}s`, 'files.read', 'files/read', `${'x'.repeat(70)}.y`];
const inputSchema = { type: 'object', properties: {} };
const tools = names.map(name => ({ name, description: name, inputSchema }));
const parameters = inputSchema;

describe('Tools of a client whose names no vendor takes', () => {
  for (const [wire, ask] of Object.entries(toolClients)) {
    it(`have short names for the model, and their own for the client of ${wire}`, async () => {
      const model = createScriptedModel(callAll);
      await using gateway = await openGateway({ models: [model] });
      const { calls } = await ask(gateway, { tools });
      assert.deepEqual(
        calls.map(([name]) => name),
        names,
      );
      const sent = model.requests[0]?.tools.map(({ name }) => name) ?? [];
      assert.ok(sent.every(name => toolName.test(name)));
      assert.equal(new Set(sent).size, names.length);
      assert.equal(sent[0], plain);
    });
  }
});

async function* callAll({ tools: offered }: ModelRequest) {
  yield* invokes(...offered.map(({ name }) => [name, {}] as const));
}

const use = { type: 'tool_use', id: 'a', name: long, input: {} };
const history: Readonly<Record<string, readonly [path: string, body: object]>> = {
  'Chat Completions': [
    '/v1/chat/completions',
    {
      tools: [{ type: 'function', function: { name: long, parameters } }],
      tool_choice: { type: 'function', function: { name: long } },
      messages: [
        {
          role: 'assistant',
          tool_calls: [{ id: 'a', type: 'function', function: { name: long, arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'x' },
      ],
    },
  ],
  Responses: [
    '/v1/responses',
    {
      tools: [
        {
          type: 'namespace',
          name: `${'n'.repeat(60)}__`,
          tools: [{ type: 'function', name: plain, parameters }],
        },
      ],
      tool_choice: { type: 'function', name: plain, namespace: `${'n'.repeat(60)}__` },
      input: [
        {
          type: 'function_call',
          call_id: 'a',
          name: plain,
          namespace: `${'n'.repeat(60)}__`,
          arguments: '{}',
        },
        { type: 'function_call_output', call_id: 'a', output: 'x' },
      ],
    },
  ],
  Messages: [
    '/v1/messages',
    {
      max_tokens: 9,
      tools: [{ name: long, input_schema: inputSchema }],
      tool_choice: { type: 'tool', name: long },
      messages: [
        { role: 'assistant', content: [use] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
      ],
    },
  ],
};

describe('A long name in the history and in the choice of a client', () => {
  for (const [wire, [path, body]] of Object.entries(history)) {
    it(`is the short name of the tool: ${wire}`, async () => {
      const model = createScriptedModel(callAll);
      await using gateway = await openGateway({ models: [model] });
      const response = await gateway.post(path, { model: 'model', ...body });
      assert.equal(response.status, 200, await response.text());
      const [{ tools: sent = [], canisters = [] } = {}] = model.requests;
      const called = canisters.flatMap(each => (each.role === 'invocation' ? [each.name] : []));
      assert.deepEqual(called, [sent[0]?.name]);
      assert.match(called[0] ?? '', toolName);
    });
  }
});

describe('A tool that can’t reach the model', () => {
  for (const [wire, [path, body]] of Object.entries(history)) {
    it(`is named to the client each time, by its own name: ${wire}`, async () => {
      const model = createScriptedModel(callWithoutTools, callWithoutTools);
      await using gateway = await openGateway({ models: [model] });
      for (const stream of [false, true]) {
        const response = await gateway.post(path, {
          model: 'model',
          ...body,
          stream,
          tool_choice: undefined,
        });
        const own = wire === 'Responses' ? plain : long;
        const [ignored] = response.headers.get('x-converser-ignored')?.split(', ') ?? [];
        assert.equal(ignored, `tools (${own})`, await response.text());
      }
    });
  }
});

async function* callWithoutTools({ tools: offered }: ModelRequest): AsyncGenerator<ModelEvent> {
  yield { type: 'notice', message: '', leftOut: offered.map(({ name }) => name) };
  yield* says('Done.');
}
