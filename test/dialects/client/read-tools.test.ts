import assert from 'node:assert/strict';
import { readTools } from '../../../src/dialects/client/read-tools.ts';
import { readChoice } from '../../../src/dialects/client/tool-choice.ts';
import { toolName } from '../../fakes/wire-complaints.ts';

const schema = { type: 'object', properties: { path: { type: 'string' } } };
const told = { name: 'read', description: 'Reads.' };

describe('the tools that a program offers', () => {
  for (const [shape, tool] of Object.entries({
    'Chat Completions': { type: 'function', function: { ...told, parameters: schema } },
    Responses: { type: 'function', ...told, parameters: schema },
    'Anthropic Messages': { ...told, input_schema: schema },
    'Anthropic Messages, inside of a function': {
      type: 'function',
      function: { ...told, input_schema: schema },
    },
  }))
    it(`are read in the shape of ${shape}`, () => {
      const { tools, ignored } = readTools([tool]);
      assert.deepEqual([tools, ignored], [[{ ...told, inputSchema: schema }], []]);
    });

  it('have short names for models where vendors take none so long, in each shape', () => {
    const name = `files.${'x'.repeat(70)}`;
    for (const tool of [
      { type: 'function', function: { name } },
      { type: 'function', name },
      { name, input_schema: schema },
      { type: 'custom', custom: { name } },
      { type: 'custom', name },
      { type: 'namespace', name: 'n', tools: [{ type: 'function', name }] },
    ]) {
      const { tools, clientTools } = readTools([tool]);
      const [{ name: short = '' } = {}] = tools;
      assert.match(short, toolName);
      assert.equal(clientTools.get(short)?.name, name);
      const namespace = 'tools' in tool ? { namespace: tool.name } : {};
      const choice = readChoice(tools, { type: 'function', name, ...namespace });
      assert.deepEqual([choice.tools, choice.toolChoice], [tools, 'required']);
    }
  });

  it('may be custom ones in the shapes of both wires', () => {
    const format = { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "x"' } };
    const { tools, clientTools } = readTools([
      { type: 'custom', custom: { name: 'a', format } },
      { type: 'custom', name: 'b', format: { syntax: 'lark', definition: 'start: "x"' } },
    ]);
    assert.deepEqual([...clientTools.keys()], ['a', 'b']);
    for (const { description } of tools) assert.match(description, /this lark grammar:\nstart: "x"/);
  });

  it('are named where they are of no use, with their kinds where they have one', () => {
    const tools = [
      { type: 'web_search' },
      { type: 5, name: 'odd-type' },
      { type: 'namespace', name: 'inside', tools: [{ type: 'local_shell' }] },
      { type: 'namespace', name: 'empty' },
    ];
    const { tools: found, ignored } = readTools(tools);
    assert.deepEqual(found, []);
    assert.deepEqual(ignored, [
      'tools[0] (web_search)',
      'tools[1]',
      'tools[2].tools[0] (local_shell)',
      'tools[3] (namespace)',
    ]);
    for (const wrong of [{ name: 'no-type' }, { type: 'function' }, ...[null, 5, []].map(inNamespace)])
      assert.throws(() => readTools([wrong] as never), { code: 'bad-arguments' });
  });
});

describe('which tools a program lets a model call', () => {
  const tools = ['a', 'b', 'c'].map(name => ({ name, description: '', inputSchema: { type: 'object' } }));
  const read = (choice: unknown) => {
    const { tools: offered, toolChoice, ignored } = readChoice(tools, choice);
    return [offered.map(({ name }) => name).join(''), toolChoice, ...ignored];
  };
  const flat = (name: string) => ({ type: 'function', name });
  const nested = (name: string) => ({ type: 'function', function: { name } });

  it('is all or none of them, in a word or in an object of that type', () => {
    for (const choice of [null, undefined, 'auto', { type: 'auto' }])
      assert.deepEqual(read(choice), ['abc', undefined]);
    for (const choice of ['none', { type: 'none' }]) assert.deepEqual(read(choice), ['', undefined]);
    for (const choice of ['required', { type: 'required' }, 'any', { type: 'any' }])
      assert.deepEqual(read(choice), ['abc', 'required']);
  });

  it('is one that it must call, in the shape of each wire', () => {
    for (const choice of [
      flat('b'),
      nested('b'),
      { type: 'tool', name: 'b' },
      { type: 'custom', custom: { name: 'b' } },
    ])
      assert.deepEqual(read(choice), ['b', 'required']);
    assert.throws(() => read(flat('d')), /tool_choice: no tool is called "d"/);
  });

  it('is some, of which it may or must call one', () => {
    for (const named of [flat, nested]) {
      const some = { type: 'allowed_tools', mode: 'auto', tools: [named('a'), 'x', named('c')] };
      assert.deepEqual(read(some), ['ac', 'auto']);
      assert.deepEqual(read({ type: 'allowed_tools', allowed_tools: { ...some, mode: 'required' } }), [
        'ac',
        'required',
      ]);
    }
  });

  it('is named where it is not known', () => {
    for (const choice of ['sometimes', { type: 'file_search' }, { type: 'allowed_tools' }, 5])
      assert.deepEqual(read(choice), ['abc', undefined, 'tool_choice']);
  });
});

function inNamespace(tool: unknown): object {
  return { type: 'namespace', name: 'inside', tools: [tool] };
}
