import assert from 'node:assert/strict';
import { presets } from '../../../src/providers/configured/presets.ts';
import { readCommandLine, usage } from '../../../src/terminal/command-line/options.ts';

function optionsOf(...args: readonly string[]) {
  const read = readCommandLine([...args, '--model', 'm', 'hello']);
  assert.equal(read.kind, 'converse', JSON.stringify(read));
  return read.options;
}

function complaint(...args: readonly string[]): string {
  const read = readCommandLine(args);
  assert.equal(read.kind, 'wrong', args.join(' '));
  assert.doesNotMatch(read.message, /\n/);
  return read.message;
}

describe('A mistake on the command line', () => {
  it('is explained in one line', () => {
    assert.match(complaint(), /^The question is missing\./);
    assert.match(complaint('--nope', 'hi'), /^Unknown option '--nope'/);
    assert.match(complaint('--model'), /--model/);
    assert.match(complaint('--rounds', 'many', 'hi'), /^--rounds must be a whole number/);
    assert.match(complaint('--tools', 'magic', 'hi'), /^--tools must be one of/);
  });
});

describe('The server that the command line names', () => {
  it('may be any well-known one, by its id', () => {
    for (const { id, baseUrl, example, keyVariable } of presets) {
      const address = example === undefined ? [] : ['--base-url', example];
      const { server, model } = optionsOf('--provider', id, ...address);
      assert.equal(model, `${id}/m`);
      assert.equal(server?.baseUrl, baseUrl ?? example);
      assert.equal(server?.keyVariable, keyVariable);
      assert.ok(usage.includes(id), `${id} is not in the help`);
    }
  });

  it('speaks Chat Completions at an address of its own, and Responses when asked to', () => {
    const url = 'http://127.0.0.1:1/v1';
    assert.equal(optionsOf('--provider', 'openai').server?.kind, 'openai-responses');
    assert.equal(optionsOf('--provider', 'openai', '--base-url', url).server?.kind, 'openai');
    const { server, model } = optionsOf(
      '--provider',
      'openai-responses',
      '--base-url',
      url,
      '--key-env',
      'A_KEY',
    );
    assert.deepEqual(
      [server?.kind, server?.baseUrl, server?.keyVariable],
      ['openai-responses', url, 'A_KEY'],
    );
    assert.equal(model, 'openai-responses/m');
  });

  it('gives its models tools as --tools says', () => {
    const { server, tools } = optionsOf('--provider', 'ollama', '--tools', 'contract');
    assert.equal(tools, 'contract');
    assert.deepEqual(server?.models, { '*': { tools: 'contract' } });
  });

  it('is rejected with the reason', () => {
    assert.match(
      complaint('--provider', 'nobody', '--model', 'm', 'hello'),
      /--provider must be one of anthropic, openai/,
    );
    assert.match(complaint('--provider', 'ollama', 'hello'), /needs --model/);
    assert.match(complaint('--provider', 'openai', 'hello'), /needs --model/);
    assert.match(
      complaint('--provider', 'azure', '--model', 'm', 'hello'),
      /--base-url: .*NAME\.openai\.azure\.com/,
    );
    assert.match(
      complaint('--provider', 'openai', '--model', 'm', '--base-url', 'ftp://x', 'hello'),
      /--base-url: .*http/,
    );
    assert.match(
      complaint('--provider', 'openai', '--model', 'm', '--key-env', 'a b', 'hello'),
      /--key-env: .*variable/,
    );
    assert.match(complaint('--base-url', 'http://127.0.0.1/v1', 'hello'), /need --provider/);
  });
});
