import assert from 'node:assert/strict';
import { contractStyles } from '../../../../src/dialects/contract/forms/contract-form.ts';
import { examplesText } from '../../../../src/dialects/contract/forms/examples.ts';
import { writeCalls, writeResults } from '../../../../src/dialects/contract/forms/write-calls.ts';
import { createReplyParser } from '../../../../src/dialects/contract/parse-reply.ts';
import { contractPrompt } from '../../../../src/dialects/contract/prompt.ts';

const tool = {
  name: 'files_read',
  description: 'Reads a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, lines: { type: 'array' } },
    required: ['path'],
  },
};

describe('the forms of the contract', () => {
  for (const style of contractStyles) {
    it(`write calls that are recognised as what they are: ${style}`, () => {
      const lines = style !== 'qwen-xml' && { lines: [1, 2] };
      const calls = [{ path: 'a "b" \\ c\nd', ...lines }, { path: 'e</f>' }].map(args => ({
        name: 'files_read',
        arguments: args,
      }));
      const parser = createReplyParser({ tools: [tool] });
      const events = [...parser.push(writeCalls(calls, style)), ...parser.end()];
      const found = events.flatMap(event => (event.type === 'call' ? [event.call] : []));
      assert.deepEqual(
        found.map(({ name, arguments: args }) => ({ name, arguments: args })),
        calls,
      );
    });

    it(`tell a model of the tools in both ways, with and without examples: ${style}`, () => {
      for (const examples of [false, true]) {
        const prompt = contractPrompt([tool], { style, examples });
        assert.match(prompt, /files_read/);
        assert.equal(prompt.includes('example_multiply'), examples);
        assert.ok(!prompt.includes('{{tools}}'));
      }
    });
  }

  it('write results in the manner of their calls', () => {
    const told = [{ name: 'a', result: '1' }];
    assert.equal(writeResults(told, 'json'), '{"results":[{"name":"a","result":"1"}]}');
    const tagged = '<tool_response>\n{"name":"a","result":"1"}\n</tool_response>';
    assert.equal(writeResults(told, 'hermes'), tagged);
    assert.match(examplesText('qwen-xml'), /<function=example_multiply>\n<parameter=a>\n12\n/);
  });
});
