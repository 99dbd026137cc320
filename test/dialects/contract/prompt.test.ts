import assert from 'node:assert/strict';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { contractPrompt } from '../../../src/dialects/contract/prompt.ts';

const tools: readonly ToolDefinition[] = [
  {
    name: 'files__read_file',
    description: 'Reads a file.\nMore about $& it.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      properties: {
        path: { type: 'string', title: 'Path' },
        title: { type: 'boolean' },
        mode: { enum: ['text', 'bytes'] },
        lines: { type: 'array', items: { type: 'integer' } },
      },
      required: ['path'],
    },
  },
];

describe('The prompt of the contract', () => {
  it('is empty if there are no tools', () => {
    assert.equal(contractPrompt([]), '');
  });

  it('lists the tools with their schemas, without useless keywords', () => {
    const prompt = contractPrompt(tools);
    assert.ok(prompt.includes('- files__read_file: Reads a file. More about $& it.\n'));
    assert.ok(prompt.includes('"path":{"type":"string"},"title":{"type":"boolean"}'));
    assert.ok(!prompt.includes('$schema') && !prompt.includes('additionalProperties'));
  });

  it('mentions only JSON if the server enforces it, in both forms', () => {
    for (const form of ['full', 'minimal'] as const) {
      const prompt = contractPrompt(tools, { form, constrained: true });
      assert.ok(prompt.includes('{"answer": "'));
      assert.doesNotMatch(prompt, /plain (text|Markdown)|code block/);
    }
  });

  it('is short in its minimal form', () => {
    const prompt = contractPrompt(tools, { form: 'minimal' });
    assert.ok(prompt.length < contractPrompt(tools).length / 2);
    assert.ok(
      prompt.endsWith(
        '- files__read_file(path: string, title?: boolean, mode?: "text"|"bytes", lines?: integer[]): Reads a file.',
      ),
      prompt,
    );
  });

  it('says if a call is required', () => {
    assert.match(contractPrompt(tools, { toolChoice: 'required' }), /must call at least one tool\.$/);
  });
});
