import assert from 'node:assert/strict';
import { readCommandLine } from '../../src/terminal/command-line/options.ts';
import { startAnthropicServer } from '../fakes/anthropic-server.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { wires } from '../golden/providers/wires.ts';
import { eventsOf, runConverse, tempRoot } from './run-converse.ts';
import { at } from './with-server.ts';

const keys = { OPENAI_API_KEY: 'of-openai', ANTHROPIC_API_KEY: 'of-anthropic' };

function read(...args: readonly string[]) {
  const line = readCommandLine([...args, 'Why?']);
  assert.equal(line.kind, 'converse', JSON.stringify(line));
  return line.options;
}

describe('--fallback', () => {
  it('names a model of the same provider, or of another one, which is connected as the settings say', () => {
    const main = [
      '--provider',
      'groq',
      '--model',
      'm',
      '--set',
      'modelProviders={"vllm":{"baseUrl":"http://10.0.0.7/v1"}}',
    ];
    const names = ['spare', 'meta-llama/llama-4', 'anthropic/claude', 'vllm/org/q', 'groq/groq/compound'];
    const { settings } = read(...main, ...names.flatMap(name => ['--fallback', name]));
    assert.deepEqual(settings.fallbacks, {
      '*': ['groq/spare', 'groq/meta-llama/llama-4', 'anthropic/claude', 'vllm/org/q', 'groq/groq/compound'],
    });
    const others = settings.modelProviders.map(({ id, keyVariable, baseUrl }) => [id, keyVariable, baseUrl]);
    assert.deepEqual(others, [
      ['anthropic', 'ANTHROPIC_API_KEY', 'https://api.anthropic.com'],
      ['vllm', undefined, 'http://10.0.0.7/v1'],
    ]);
    assert.deepEqual(read('--fallback', 'ollama/qwen3').settings.fallbacks, { '*': ['ollama/qwen3'] });
  });

  it('needs a provider whose address is known', () => {
    const line = readCommandLine(['--fallback', 'azure/gpt-5', 'Why?']);
    assert.match(line.kind === 'wrong' ? line.message : '', /^--fallback: azure/);
  });

  it('goes on with a model of another kind of provider, which gets all that has happened', async () => {
    const bodies: string[] = [];
    const first = await startAnthropicServer(({ body }) => {
      bodies.push(JSON.stringify(body));
      const calls = [['workspace__read_file', { path: 'a.txt' }]] as const;
      const looks = { thought: 'Look first.', said: 'I look.', calls };
      if (bodies.length === 1) return { pieces: [wires.anthropic(looks, 1)] };
      const error = { type: 'billing_error', message: 'Your credit balance is too low.' };
      return { status: 402, pieces: [JSON.stringify({ type: 'error', error })] };
    });
    const second = await startOpenAiServer((response, { body }) => {
      bodies.push(JSON.stringify(body));
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(wires.chat({ said: 'It says hello.' }, 1));
    });
    await using root = await tempRoot({ 'a.txt': 'hello from the file' });
    const models = [
      ...at(first, 'claude-sonnet-4-5', 'anthropic'),
      ...['--fallback', 'groq/test-model', '--set'],
      `modelProviders={"groq":{"baseUrl":"${second.url}"}}`,
    ];
    const environment = { ...keys, GROQ_API_KEY: 'of-groq', XDG_STATE_HOME: root.path };
    const asked = [...models, '--root', root.path, '--json', 'What is in a.txt?'];
    const ran = await runConverse(asked, { environment });
    await Promise.all([first.close(), second.close()]);
    assert.equal(ran.code, 0, ran.stderr + ran.stdout);
    const events = eventsOf(ran);
    const told = events.find(({ type }) => type === 'round-restart');
    assert.ok(told?.type === 'round-restart', ran.stdout);
    assert.match(told.message, /isn’t accepting requests right now\. test-model answers\./);
    assert.equal(told.model?.provider, 'groq');
    const received = second.received.findLast(({ method }) => method === 'POST');
    // A key is for the address that it was made for.
    assert.equal(received?.headers.authorization?.includes('of-groq') ?? false, false);
    const messages = received?.body.messages as readonly { readonly role: string }[];
    const roles = messages.map(({ role }) => role);
    assert.deepEqual(roles, ['system', 'user', 'assistant', 'tool']);
    const [, question, call, result] = messages.map(each => JSON.stringify(each));
    assert.match(question ?? '', /What is in a\.txt\?/);
    assert.match(call ?? '', /I look\..*workspace__read_file/);
    assert.match(result ?? '', /hello from the file/);
    assert.doesNotMatch(bodies.at(-1) ?? '', /signed-by-anthropic/);
  });
});
