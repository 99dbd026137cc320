import assert from 'node:assert/strict';
import { chosen, normalizeTools } from '../../../src/dialects/openai-responses/normalize-tools.ts';

describe('which tools a program of Responses lets a model call', () => {
  const tools = ['a', 'b', 'c'].map(name => ({ name, description: '', inputSchema: { type: 'object' } }));
  const read = (choice: unknown) => {
    const { tools: offered, toolChoice } = chosen(tools, choice as Parameters<typeof chosen>[1]);
    return { offered: offered.map(({ name }) => name).join(''), toolChoice };
  };
  const named = (name: string) => ({ type: 'function', name });

  it('is all or none of them', () => {
    assert.deepEqual(read('none'), { offered: '', toolChoice: undefined });
    assert.deepEqual(read('required'), { offered: 'abc', toolChoice: 'required' });
    for (const choice of ['auto', null, undefined, { type: 'file_search' }, { type: 'allowed_tools' }])
      assert.deepEqual(read(choice), { offered: 'abc', toolChoice: undefined });
  });

  it('is one that it must call', () => {
    assert.deepEqual(read(named('b')), { offered: 'b', toolChoice: 'required' });
    assert.throws(() => read(named('d')), /no tool is called "d"/);
  });

  it('is some, of which it may or must call one', () => {
    const some = { type: 'allowed_tools', tools: [named('a'), 'x', named('c')] };
    assert.deepEqual(read({ ...some, mode: 'auto' }), { offered: 'ac', toolChoice: 'auto' });
    assert.deepEqual(read({ ...some, mode: 'required' }), { offered: 'ac', toolChoice: 'required' });
  });
});

describe('the tools that a program of Responses offers', () => {
  it('are named where they are of no use, with their kinds where they have one', () => {
    const tools = [
      { type: 'web_search' },
      { name: 'no-type' },
      { type: 5, name: 'odd-type' },
      { type: 'function' },
      { type: 'namespace', name: 'inside', tools: [null, 5, 'text', [], { type: 'local_shell' }] },
      { type: 'namespace', name: 'empty' },
    ];
    const { tools: found, ignored } = normalizeTools(tools as Parameters<typeof normalizeTools>[0]);
    assert.deepEqual(found, []);
    assert.deepEqual(ignored, [
      'tools[0] (web_search)',
      'tools[1]',
      'tools[2]',
      'tools[3] (function)',
      ...[0, 1, 2, 3].map(at => `tools[4].tools[${at}]`),
      'tools[4].tools[4] (local_shell)',
      'tools[5] (namespace)',
    ]);
  });
});
